import {
  type Engine,
  EngineError,
  type SampleEvent,
  type SampleRequest,
  type SamplingTarget,
} from "@heddle/engine";
import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";
import type { OutputPlan } from "../plan-output.ts";
import { gathered } from "./gathered.ts";

/** What samples: the engine, and nothing else of it. */
export type Sampler = Pick<Engine, "sample">;

/** How a sample is read. */
export interface SampledOptions extends Pick<OutputPlan, "constraintParam"> {
  /** Milliseconds in which tokens are gathered into one event. */
  readonly intervalMs: () => number;
  /** Sees every event before the reader does. */
  readonly onEvent: (event: SampleEvent) => void;
  readonly signal: AbortSignal;
}

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
  { constraintParam, intervalMs, onEvent, signal }: SampledOptions,
): AsyncGenerator<SampleEvent> {
  const sample = (asked: SampleRequest): AsyncIterable<SampleEvent> =>
    gathered(engine.sample(target, asked, { signal }), intervalMs);
  let hasBegun = false;
  try {
    for await (const event of sample(request)) {
      hasBegun = true;
      onEvent(event);
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
  for await (const event of sample(free)) {
    onEvent(event);
    yield event;
  }
}

function isRefusedConstraint(error: unknown): error is EngineError {
  if (!(error instanceof EngineError) || error.parameter !== "constraint") return false;
  return error.kind === "invalid" || error.kind === "unsupported";
}
