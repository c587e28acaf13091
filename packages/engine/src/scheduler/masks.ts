import type { EngineError } from "../errors.ts";

/** Masks of constrained sequences, as the text worker fills them; see `text/masks.ts`. */
export interface Masks {
  state(id: number): "pending" | "ready" | "ended" | "failed";
  /** [⌈vocabulary / 32⌉]: a bit for each token, set where it is allowed. */
  words(id: number): Int32Array;
  accept(id: number, token: number): void;
  error(id: number): EngineError;
  close(id: number): void;
}
