import type { TokenChooser } from "../sampler/token-chooser.ts";
import { promptLogprob } from "../sampler/prompt-logprobs.ts";
import type { SamplerScratch } from "../sampler/scratch.ts";
import type { PromptLogprob, SampleRequest } from "../sampling.ts";
import type { Masks } from "./masks.ts";
import type { SampleOutput } from "./sample-output.ts";
import type { Scheduler } from "./scheduler.ts";
import { newSequence, type Sequence, type SequenceState, type SequenceWork } from "./sequence.ts";
import { TokenBuffer } from "./token-buffer.ts";
import type { WorkOrigin } from "./work-origin.ts";

/** One of the `n` completions of a request. */
interface Completion<Adapter> {
  readonly index: number;
  readonly chooser: TokenChooser;
  /** Of its constraint; null without one. */
  readonly mask: number | null;
  sequence: Sequence<Adapter> | null;
  isDone: boolean;
}

/** What a sample needs beside its request. */
export interface SampleParts {
  readonly output: SampleOutput;
  readonly scratch: SamplerScratch;
  /** The chooser of completion `index`; the same request and seed give the same tokens. */
  readonly chooser: (index: number) => TokenChooser;
  /** One mask for each completion, or none at all. */
  readonly masks: Masks | null;
  readonly openMask: () => number;
}

/**
 * Samples the completions of one prompt. The prompt is computed once; at its end the completions part, each with a
 * chooser and a mask of its own, sharing the prompt's pages.
 */
export class SampleWork<Adapter> implements SequenceWork<Adapter> {
  readonly priority: number;
  readonly arrival: number;
  readonly adapter: Adapter | null;
  readonly space: string;
  readonly #scheduler: Scheduler<Adapter>;
  readonly #request: SampleRequest;
  readonly #parts: SampleParts;
  readonly #done: () => void;
  readonly #completions: Completion<Adapter>[];
  readonly #bySequence = new Map<Sequence<Adapter>, Completion<Adapter>>();
  readonly #promptLogprobs: (PromptLogprob | null)[] = [null];
  readonly #leader: Sequence<Adapter>;
  #cachedTokens = 0;
  #isPromptDone = false;
  #isOver = false;

  constructor(
    scheduler: Scheduler<Adapter>,
    request: SampleRequest,
    origin: WorkOrigin<Adapter>,
    parts: SampleParts,
  ) {
    this.priority = request.priority ?? 0;
    this.arrival = origin.arrival;
    this.adapter = origin.adapter;
    this.space = origin.space;
    this.#done = origin.done;
    this.#scheduler = scheduler;
    this.#request = request;
    this.#parts = parts;
    this.#completions = Array.from({ length: request.n ?? 1 }, (_, index) => ({
      index,
      chooser: parts.chooser(index),
      mask: parts.masks === null ? null : parts.openMask(),
      sequence: null,
      isDone: false,
    }));
    const { prompt, maxTokens } = request;
    const firstWanted = request.promptLogprobs === undefined ? prompt.length - 1 : 0;
    this.#leader = newSequence(this, new TokenBuffer(prompt, Math.min(maxTokens, 64)), firstWanted);
  }

  start(): void {
    this.#scheduler.add(this.#leader);
  }

  state(sequence: Sequence<Adapter>): SequenceState {
    if (this.#parts.output.isFull && this.#isPromptDone) return "paused";
    const { masks } = this.#parts;
    if (masks === null) return "ready";
    // At the end of the prompt every completion needs its mask at once.
    const completion = this.#bySequence.get(sequence);
    const needed = completion === undefined ? this.#completions : [completion];
    const isPending = needed.some(({ mask }) => mask !== null && masks.state(mask) === "pending");
    return isPending ? "mask" : "ready";
  }

  admitted(_sequence: Sequence<Adapter>, sharedPositions: number): void {
    this.#cachedTokens = sharedPositions;
  }

  logits(sequence: Sequence<Adapter>, position: number, logits: Float32Array): void {
    const completion = this.#bySequence.get(sequence);
    if (completion !== undefined) {
      this.#choose(completion, logits);
      return;
    }
    const { prompt, promptLogprobs } = this.#request;
    const next = prompt[position + 1];
    if (next !== undefined) {
      this.#promptLogprobs.push(
        promptLogprob(logits, next, promptLogprobs ?? 0, this.#parts.scratch),
      );
      return;
    }
    this.#endPrompt(logits);
  }

  failed(error: unknown): void {
    if (this.#isOver) return;
    this.#end(false);
    this.#parts.output.fail(error);
  }

  /** Gives everything up; nobody is told. */
  cancel(): void {
    if (!this.#isOver) this.#end(false);
  }

  #endPrompt(logits: Float32Array): void {
    for (const completion of this.#completions) this.#maskOf(completion);
    this.#isPromptDone = true;
    this.#parts.output.push({
      kind: "prompt",
      cachedTokens: this.#cachedTokens,
      ...(this.#request.promptLogprobs === undefined ? {} : { logprobs: this.#promptLogprobs }),
    });
    this.#scheduler.remember(this.#leader);
    // All part before the first goes on: what a completion writes must not be in the others' pages.
    for (const completion of this.#completions) {
      const sequence =
        completion.index === 0
          ? this.#leader
          : newSequence(this, new TokenBuffer(this.#request.prompt, 64), 0);
      if (completion.index > 0) {
        this.#scheduler.fork(this.#leader, sequence);
        sequence.wantsLogitsFrom = this.#leader.wantsLogitsFrom;
      }
      completion.sequence = sequence;
      this.#bySequence.set(sequence, completion);
    }
    for (const completion of this.#completions) this.#choose(completion, logits);
  }

  #choose(completion: Completion<Adapter>, logits: Float32Array): void {
    const { sequence, index, mask } = completion;
    if (sequence === null) throw new Error("a completion without a sequence has no logits");
    const { output, masks } = this.#parts;
    const { token, logprob, top, stop } = completion.chooser.choose(
      logits,
      this.#maskOf(completion),
    );
    output.push({
      kind: "tokens",
      index,
      tokens: [token],
      logprobs: [logprob],
      ...(top === undefined ? {} : { top: [top] }),
    });
    if (stop === null) {
      sequence.tokens.push(token);
      if (mask !== null) masks?.accept(mask, token);
      return;
    }
    output.push({ kind: "end", index, stop });
    completion.isDone = true;
    this.#scheduler.finish(sequence, true);
    if (mask !== null) masks?.close(mask);
    if (this.#completions.every(({ isDone }) => isDone)) {
      this.#isOver = true;
      output.end();
      this.#done();
    }
  }

  #maskOf({ mask }: Completion<Adapter>): Int32Array | null {
    const { masks } = this.#parts;
    if (mask === null || masks === null) return null;
    if (masks.state(mask) === "failed") throw masks.error(mask);
    return masks.words(mask);
  }

  #end(keep: boolean): void {
    this.#isOver = true;
    this.#scheduler.finish(this.#leader, keep);
    for (const { sequence, mask, isDone } of this.#completions) {
      if (isDone) continue;
      if (sequence !== null) this.#scheduler.finish(sequence, keep);
      if (mask !== null) this.#parts.masks?.close(mask);
    }
    this.#done();
  }
}
