import type { EngineError } from "../errors.ts";
import type { Constraint } from "../sampling.ts";
import type { Masks } from "../scheduler/masks.ts";
import type { MaskReader } from "../text/masks.ts";

/** The masks of all constrained sequences of a worker, and which of them are still awaited. */
export class OpenMasks implements Masks {
  readonly #reader: MaskReader;
  readonly #open = new Set<number>();

  constructor(reader: MaskReader) {
    this.#reader = reader;
  }

  open(constraint: Constraint, baseModel: string, vocabularyTokens: number): number {
    const id = this.#reader.open(constraint, baseModel, vocabularyTokens);
    this.#open.add(id);
    return id;
  }

  /** Blocks for a moment until one of the awaited masks is there; false when none is awaited. */
  awaitAny(timeoutMs: number): boolean {
    for (const id of this.#open) {
      if (this.#reader.state(id) !== "pending") continue;
      this.#reader.wait(id, timeoutMs);
      return true;
    }
    return false;
  }

  state(id: number): ReturnType<Masks["state"]> {
    return this.#reader.state(id);
  }

  words(id: number): Int32Array {
    return this.#reader.words(id);
  }

  accept(id: number, token: number): void {
    this.#reader.accept(id, token);
  }

  error(id: number): EngineError {
    return this.#reader.error(id);
  }

  close(id: number): void {
    this.#open.delete(id);
    this.#reader.close(id);
  }
}
