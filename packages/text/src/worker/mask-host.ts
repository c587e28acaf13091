import type { MessagePort } from "node:worker_threads";
import type { Matcher } from "../constraints/matcher.ts";
import { asTextError, TextError } from "../errors.ts";
import { errorMessage } from "../threads/error-message.ts";
import type { Activity } from "./activity.ts";
import { MaskMemory } from "./mask-memory.ts";
import type { MaskFailure, MaskRequest } from "./protocol.ts";
import type { TextModels } from "./text-models.ts";

interface HostedSequence {
  readonly matcher: Matcher;
  readonly memory: MaskMemory;
  accepted: number;
}

/** The constrained sequences of one connection, inside the worker. */
export class MaskHost {
  readonly #sequences = new Map<number, HostedSequence>();
  readonly #models: TextModels;
  readonly #activity: Activity;
  readonly #port: MessagePort;
  readonly #source: number;
  #isDisposed = false;

  constructor(models: TextModels, activity: Activity, port: MessagePort, source: number) {
    this.#models = models;
    this.#activity = activity;
    this.#port = port;
    this.#source = source;
  }

  /** Does what was asked. What fails is told to the sequence's reader, and touches no other sequence. */
  async handle(request: MaskRequest): Promise<void> {
    if (this.#isDisposed) return;
    switch (request.kind) {
      case "open":
        await this.#guard(request.id, request.memory, () => this.#open(request));
        return;
      case "accept":
        for (const [index, id] of request.ids.entries()) {
          const sequence = this.#sequences.get(id);
          // One that failed already: its reader knows.
          if (sequence === undefined) continue;
          const token = request.tokens[index] ?? -1;
          await this.#guard(id, sequence.memory.shared, () =>
            this.#noted("mask", id, () => {
              accept(sequence, token);
              fill(sequence);
            }),
          );
        }
        return;
      case "close":
        this.#drop(request.id);
    }
  }

  /** Frees all sequences: the other side has gone. */
  dispose(): void {
    this.#isDisposed = true;
    for (const id of this.#sequences.keys()) this.#drop(id);
  }

  async #open(request: MaskRequest & { readonly kind: "open" }): Promise<void> {
    const { id, modelId, constraint, tokens } = request;
    const grammars = await this.#noted("load", id, () => this.#models.grammars(modelId));
    await this.#noted("mask", id, async () => {
      const put = await this.#models.constraint(modelId, constraint);
      const matcher = grammars.matcher(put);
      const memory = new MaskMemory(request.memory);
      const sequence = { matcher, memory, accepted: 0 };
      this.#sequences.set(id, sequence);
      for (const token of tokens) accept(sequence, token);
      fill(sequence);
    });
  }

  #noted<T>(kind: "load" | "mask", id: number, work: () => T | Promise<T>): Promise<T> {
    return this.#activity.during({ kind, subject: id, source: this.#source }, work);
  }

  async #guard(id: number, shared: SharedArrayBuffer, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#drop(id);
      const failure: MaskFailure = { id, failure: errorMessage(asTextError(error)) };
      // Before the state: who sees that the sequence failed finds the reason.
      // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
      this.#port.postMessage(failure);
      new MaskMemory(shared).settle("failed", 0);
    }
  }

  #drop(id: number): void {
    this.#sequences.delete(id);
  }
}

function accept(sequence: HostedSequence, token: number): void {
  if (!sequence.matcher.accept(token)) {
    throw new TextError(
      "internal",
      `Token ${token} was sampled where the constraint does not allow it; please report this.`,
    );
  }
  sequence.accepted++;
}

function fill({ matcher, memory, accepted }: HostedSequence): void {
  const isEndAlone = matcher.fillMask(memory.words);
  memory.settle(isEndAlone ? "ended" : "ready", accepted);
}
