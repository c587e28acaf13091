import type { BeamSearch } from "../sampler/beam-search.ts";
import { promptLogprob } from "../sampler/prompt-logprobs.ts";
import type { SamplerScratch } from "../sampler/scratch.ts";
import type { PromptLogprob, SampleRequest } from "../sampling.ts";
import type { SampleOutput } from "./sample-output.ts";
import type { Scheduler } from "./scheduler.ts";
import { newSequence, type Sequence, type SequenceState, type SequenceWork } from "./sequence.ts";
import { TokenBuffer } from "./token-buffer.ts";
import type { WorkOrigin } from "./work-origin.ts";

/** A beam and the logits after its last token; null until they are computed. */
interface Beam<Adapter> {
  readonly sequence: Sequence<Adapter>;
  logits: Float32Array | null;
}

/** What a beam search needs beside its request. */
export interface BeamParts {
  readonly search: BeamSearch;
  readonly output: SampleOutput;
  readonly scratch: SamplerScratch;
}

/**
 * Beam search over sequences that share pages: every live beam is computed by one token, then the search says which
 * beams go on and with which tokens. Logits are kept until all are there, since beams may have to give way to others.
 */
export class BeamWork<Adapter> implements SequenceWork<Adapter> {
  readonly priority: number;
  readonly arrival: number;
  readonly adapter: Adapter | null;
  readonly space: string;
  readonly #scheduler: Scheduler<Adapter>;
  readonly #request: SampleRequest;
  readonly #search: BeamSearch;
  readonly #output: SampleOutput;
  readonly #scratch: SamplerScratch;
  readonly #done: () => void;
  readonly #promptLogprobs: (PromptLogprob | null)[] = [null];
  #beams: Beam<Adapter>[];
  #cachedTokens = 0;
  #isOver = false;

  constructor(
    scheduler: Scheduler<Adapter>,
    request: SampleRequest,
    origin: WorkOrigin<Adapter>,
    { search, output, scratch }: BeamParts,
  ) {
    this.priority = request.priority ?? 0;
    this.arrival = origin.arrival;
    this.adapter = origin.adapter;
    this.space = origin.space;
    this.#done = origin.done;
    this.#scheduler = scheduler;
    this.#request = request;
    this.#search = search;
    this.#output = output;
    this.#scratch = scratch;
    const firstWanted = request.promptLogprobs === undefined ? request.prompt.length - 1 : 0;
    const sequence = newSequence(this, new TokenBuffer(request.prompt), firstWanted);
    this.#beams = [{ sequence, logits: null }];
  }

  start(): void {
    for (const { sequence } of this.#beams) this.#scheduler.add(sequence);
  }

  /** A beam whose logits are there has no token to compute until the search has moved on. */
  state(): SequenceState {
    return "ready";
  }

  admitted(_sequence: Sequence<Adapter>, sharedPositions: number): void {
    this.#cachedTokens = sharedPositions;
  }

  logits(sequence: Sequence<Adapter>, position: number, logits: Float32Array): void {
    const next = this.#request.prompt[position + 1];
    if (next !== undefined) {
      const { promptLogprobs } = this.#request;
      this.#promptLogprobs.push(promptLogprob(logits, next, promptLogprobs ?? 0, this.#scratch));
      return;
    }
    if (position === this.#request.prompt.length - 1) this.#endPrompt(sequence);
    for (const beam of this.#beams) if (beam.sequence === sequence) beam.logits = logits.slice();
    const rows = this.#beams.flatMap((beam) => (beam.logits === null ? [] : [beam.logits]));
    if (rows.length === this.#beams.length) this.#advance(rows);
  }

  failed(error: unknown): void {
    if (this.#isOver) return;
    this.#end();
    this.#output.fail(error);
  }

  cancel(): void {
    if (!this.#isOver) this.#end();
  }

  #endPrompt(sequence: Sequence<Adapter>): void {
    this.#output.push({
      kind: "prompt",
      cachedTokens: this.#cachedTokens,
      ...(this.#request.promptLogprobs === undefined ? {} : { logprobs: this.#promptLogprobs }),
    });
    this.#scheduler.remember(sequence);
  }

  #advance(rows: readonly Float32Array[]): void {
    const { forks, isDone } = this.#search.advance(rows);
    if (isDone) {
      this.#end();
      this.#report();
      return;
    }
    const before = this.#beams;
    // Those that go on are added one by one: should memory end half way, all that are there are ended.
    this.#beams = [...before];
    for (const { from, token } of forks) {
      const parent = before[from]?.sequence;
      if (parent === undefined)
        throw new Error(`beam search went on from beam ${from}, which is not there`);
      const tokens = new TokenBuffer(parent.tokens.view(), 16);
      tokens.push(token);
      const sequence = newSequence(this, tokens, parent.wantsLogitsFrom);
      this.#scheduler.fork(parent, sequence);
      this.#beams.push({ sequence, logits: null });
    }
    this.#beams = this.#beams.slice(before.length);
    for (const { sequence } of before) this.#scheduler.finish(sequence, false);
  }

  #report(): void {
    for (const [index, { tokens, logprobs, top, score, stop }] of this.#search
      .results()
      .entries()) {
      this.#output.push({
        kind: "tokens",
        index,
        tokens,
        logprobs,
        ...(top === undefined ? {} : { top }),
      });
      this.#output.push({ kind: "end", index, stop, score });
    }
    this.#output.end();
  }

  #end(): void {
    this.#isOver = true;
    for (const { sequence } of this.#beams) this.#scheduler.finish(sequence, false);
    this.#done();
  }
}
