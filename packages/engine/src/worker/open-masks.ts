import { asEngineError, type EngineError } from "../errors.ts";
import type { Constraint } from "../sampling.ts";
import type { Masks } from "../scheduler/masks.ts";
import type { MaskReader } from "@heddle/text/worker";

/** The masks of all constrained sequences of a worker, and which of them are awaited. */
export class OpenMasks implements Masks {
  readonly #reader: MaskReader;
  /** Those that somebody found pending since the last wait, and sits out a step for. */
  readonly #awaited = new Set<number>();

  constructor(reader: MaskReader) {
    this.#reader = reader;
  }

  open(constraint: Constraint, baseModel: string, vocabularyTokens: number): number {
    return this.#reader.open(constraint, baseModel, vocabularyTokens);
  }

  /**
   * Blocks for a moment until one of the awaited masks is there; false when none is awaited. A mask that came after it
   * was found pending has been awaited too: its sequence sat out the step and has to be looked at again.
   */
  awaitAny(timeoutMs: number): boolean {
    const awaited = [...this.#awaited];
    this.#awaited.clear();
    const [first] = awaited;
    if (first === undefined) return false;
    const isPending = (id: number): boolean => this.#reader.state(id) === "pending";
    if (awaited.every(isPending)) this.#reader.wait(first, timeoutMs);
    return true;
  }

  state(id: number): ReturnType<Masks["state"]> {
    const state = this.#reader.state(id);
    if (state === "pending") this.#awaited.add(id);
    return state;
  }

  words(id: number): Int32Array {
    return this.#reader.words(id);
  }

  accept(id: number, token: number): void {
    this.#reader.accept(id, token);
  }

  error(id: number): EngineError {
    return asEngineError(this.#reader.error(id));
  }

  close(id: number): void {
    this.#awaited.delete(id);
    this.#reader.close(id);
  }
}
