import { promptLogprob } from "../sampler/prompt-logprobs.ts";
import type { SamplerScratch } from "../sampler/scratch.ts";
import type { Scheduler } from "./scheduler.ts";
import { newSequence, type Sequence, type SequenceState, type SequenceWork } from "./sequence.ts";
import { TokenBuffer } from "./token-buffer.ts";
import type { WorkOrigin } from "./work-origin.ts";

/** What becomes of a score. */
export interface ScoreOutput {
  readonly scratch: SamplerScratch;
  resolve(logprobs: (number | null)[]): void;
  reject(error: unknown): void;
}

/** Finds the log-probability of each token given those before it; the first has none. */
export class ScoreWork<Adapter> implements SequenceWork<Adapter> {
  readonly priority = 0;
  readonly arrival: number;
  readonly adapter: Adapter | null;
  readonly space: string;
  readonly #scheduler: Scheduler<Adapter>;
  readonly #tokens: Int32Array;
  readonly #output: ScoreOutput;
  readonly #done: () => void;
  readonly #logprobs: (number | null)[] = [null];
  readonly #sequence: Sequence<Adapter>;
  #isOver = false;

  constructor(
    scheduler: Scheduler<Adapter>,
    tokens: Int32Array,
    origin: WorkOrigin<Adapter>,
    output: ScoreOutput,
  ) {
    this.arrival = origin.arrival;
    this.adapter = origin.adapter;
    this.space = origin.space;
    this.#done = origin.done;
    this.#scheduler = scheduler;
    this.#tokens = tokens;
    this.#output = output;
    // The last token is only predicted, never computed.
    this.#sequence = newSequence(this, new TokenBuffer(tokens.subarray(0, -1)), 0);
  }

  start(): void {
    if (this.#tokens.length > 1) this.#scheduler.add(this.#sequence);
    else this.#finish(() => this.#output.resolve(this.#logprobs));
  }

  state(): SequenceState {
    return "ready";
  }

  admitted(): void {}

  logits(_sequence: Sequence<Adapter>, position: number, logits: Float32Array): void {
    const next = this.#tokens[position + 1];
    if (next === undefined) throw new Error(`nothing follows position ${position} of a score`);
    this.#logprobs.push(promptLogprob(logits, next, 0, this.#output.scratch).logprob);
    if (this.#logprobs.length === this.#tokens.length) {
      this.#scheduler.remember(this.#sequence);
      this.#finish(() => this.#output.resolve(this.#logprobs));
    }
  }

  failed(error: unknown): void {
    this.#finish(() => this.#output.reject(error));
  }

  /** Gives it up; nobody is told. */
  cancel(): void {
    this.#finish(() => {});
  }

  #finish(tell: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#scheduler.finish(this.#sequence, false);
    this.#done();
    tell();
  }
}
