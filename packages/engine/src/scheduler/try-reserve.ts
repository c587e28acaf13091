import { EngineError } from "../errors.ts";
import type { CachedPositions } from "./decoder.ts";

/** `reserve`, where a memory that is full counts as a cache that is full. */
export function tryReserve(cached: CachedPositions, positions: number): boolean {
  return unlessFull(() => cached.reserve(positions)) ?? false;
}

/** What `allocating` gives; null when the memory is full. */
export function unlessFull<T>(allocating: () => T): T | null {
  try {
    return allocating();
  } catch (error) {
    if (error instanceof EngineError && error.kind === "busy") return null;
    throw error;
  }
}
