import { EngineError } from "./errors.ts";
import type { SampleEvent, SampleStop, TokenLogprob } from "./sampling.ts";

/** One completion as a whole. */
export interface Completion {
  readonly tokens: readonly number[];
  /** [tokens] */
  readonly logprobs: readonly number[];
  /** [tokens]: the likeliest tokens at each place; empty where none were asked for. */
  readonly top: readonly (readonly TokenLogprob[])[];
  readonly stop: SampleStop;
  /** Score of a beam; only with beam search. */
  readonly score?: number;
}

/**
 * Reads what `sample` yields to its end: the `n` completions, by their index.
 *
 * @throws {EngineError} what the sample failed with.
 * @example
 * const [answer] = await completionsOf(engine.sample(target, { prompt, maxTokens: 20 }));
 */
export async function completionsOf(
  events: AsyncIterable<SampleEvent>,
): Promise<readonly [Completion, ...Completion[]]> {
  const completions: Growing[] = [];
  for await (const event of events) {
    if (event.kind === "prompt") continue;
    const completion = (completions[event.index] ??= { tokens: [], logprobs: [], top: [] });
    if (event.kind === "tokens") {
      completion.tokens.push(...event.tokens);
      completion.logprobs.push(...event.logprobs);
      completion.top.push(...(event.top ?? []));
    } else {
      completion.stop = event.stop;
      if (event.score !== undefined) completion.score = event.score;
    }
  }
  const [first, ...others] = Array.from(completions, ended);
  if (first === undefined) throw unfinished();
  return [first, ...others];
}

interface Growing {
  readonly tokens: number[];
  readonly logprobs: number[];
  readonly top: (readonly TokenLogprob[])[];
  stop?: SampleStop;
  score?: number;
}

function ended(completion: Growing | undefined): Completion {
  if (completion?.stop === undefined) throw unfinished();
  return { ...completion, stop: completion.stop };
}

function unfinished(): EngineError {
  return new EngineError("internal", "the sample ended before all its completions were finished");
}
