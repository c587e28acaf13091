import type { SampleEvent } from "../sampling.ts";

/** Events of one sample, in order. */
export interface SampleEvents {
  readonly id: number;
  readonly events: readonly SampleEvent[];
}

/**
 * Events of many samples on their way to another thread. What a stream in full flow brings, tokens without anything beside
 * them, lies in one array: as objects they would cost the sending thread 4 µs a sample and message.
 */
export interface PackedEvents {
  readonly samples: readonly SampleEvents[];
  /** Runs of tokens, one after another: id of the sample, index of the completion, count, tokens [count], log-probabilities [count]. */
  readonly runs: Float64Array;
}

const headLength = 3;

/** Packs the events of samples; those of one sample stay in order. */
export function packEvents(gathered: ReadonlyMap<number, readonly SampleEvent[]>): PackedEvents {
  const samples: SampleEvents[] = [];
  const runs: number[] = [];
  for (const [id, events] of gathered) {
    if (!events.every(isPlain)) {
      samples.push({ id, events });
      continue;
    }
    for (const event of events) {
      if (event.kind !== "tokens") continue;
      runs.push(id, event.index, event.tokens.length, ...event.tokens, ...event.logprobs);
    }
  }
  return { samples, runs: Float64Array.from(runs) };
}

/** The events that `packEvents` packed. */
export function* unpackEvents({ samples, runs }: PackedEvents): Generator<SampleEvents> {
  yield* samples;
  for (let at = 0; at < runs.length;) {
    const [id = 0, index = 0, count = 0] = runs.subarray(at, at + headLength);
    const first = at + headLength;
    const tokens = Array.from(runs.subarray(first, first + count));
    const logprobs = Array.from(runs.subarray(first + count, first + 2 * count));
    at = first + 2 * count;
    yield { id, events: [{ kind: "tokens", index, tokens, logprobs }] };
  }
}

function isPlain(event: SampleEvent): boolean {
  return event.kind === "tokens" && event.top === undefined;
}
