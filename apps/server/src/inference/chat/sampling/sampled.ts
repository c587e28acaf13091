import {
  type Engine,
  EngineError,
  type SampleEvent,
  type SampleRequest,
  type SamplingTarget,
} from "@heddle/engine";
import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";
import type { OutputPlan } from "../plan-output.ts";

/** What samples: the engine, and nothing else of it. */
export type Sampler = Pick<Engine, "sample">;

/**
 * The events of a sample. A constraint that the request did not ask for is an aid: where the engine
 * refuses it, the answer is sampled without.
 *
 * @throws InvalidParameter for a constraint that the request asked for and the engine refuses;
 * EngineError whatever else the engine fails with
 */
export async function* sampled(
  engine: Sampler,
  target: SamplingTarget,
  request: SampleRequest,
  { constraintParam }: Pick<OutputPlan, "constraintParam">,
  signal: AbortSignal,
): AsyncGenerator<SampleEvent> {
  let hasBegun = false;
  try {
    for await (const event of engine.sample(target, request, { signal })) {
      hasBegun = true;
      yield event;
    }
    return;
  } catch (error) {
    if (hasBegun || !isRefusedConstraint(error)) throw error;
    if (constraintParam !== undefined) {
      const code = error.kind === "unsupported" ? "unsupported_parameter" : "invalid_parameter";
      throw new InvalidParameter(constraintParam, error.message, code);
    }
  }
  const { constraint: _, ...free } = request;
  yield* engine.sample(target, free, { signal });
}

function isRefusedConstraint(error: unknown): error is EngineError {
  if (!(error instanceof EngineError) || error.parameter !== "constraint") return false;
  return error.kind === "invalid" || error.kind === "unsupported";
}
