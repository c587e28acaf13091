import type { SampleEvent, SampleStop, TokenLogprob } from "../sampling.ts";
import { check, checkEqual, ConformanceFailure } from "./check.ts";

/** One completion, put together from its events. */
export interface Completion {
  readonly tokens: number[];
  readonly logprobs: number[];
  readonly top: (readonly TokenLogprob[])[];
  stop: SampleStop;
}

/** All that `sample` yielded. */
export interface Sampled {
  readonly prompt: SampleEvent & { readonly kind: "prompt" };
  readonly completions: readonly Completion[];
}

/** Reads a stream of events to its end and fails where their order is not the promised one. */
export async function collect(events: AsyncIterable<SampleEvent>, n: number): Promise<Sampled> {
  let prompt: Sampled["prompt"] | null = null;
  const completions = Array.from({ length: n }, (): Open => ({
    tokens: [],
    logprobs: [],
    top: [],
    stop: null,
  }));
  for await (const event of events) {
    if (event.kind === "prompt") {
      check(prompt === null, "one `prompt` event, before all others", event);
      prompt = event;
      continue;
    }
    check(prompt !== null, "a `prompt` event before any other", event);
    const completion = completions[event.index];
    check(completion !== undefined, `an index below n, which is ${n}`, event);
    check(
      completion.stop === null,
      `nothing after the \`end\` of completion ${event.index}`,
      event,
    );
    if (event.kind === "end") {
      completion.stop = event.stop;
      continue;
    }
    checkEqual(
      "the number of log-probabilities beside tokens",
      event.logprobs.length,
      event.tokens.length,
    );
    completion.tokens.push(...event.tokens);
    completion.logprobs.push(...event.logprobs);
    completion.top.push(...(event.top ?? []));
  }
  check(prompt !== null, "a `prompt` event", "a stream without one");
  return { prompt, completions: completions.map(ended) };
}

interface Open extends Omit<Completion, "stop"> {
  stop: SampleStop | null;
}

function ended(completion: Open, index: number): Completion {
  if (completion.stop === null) {
    throw new ConformanceFailure(
      `expected one \`end\` for completion ${index}; the stream ended without it`,
    );
  }
  return { ...completion, stop: completion.stop };
}
