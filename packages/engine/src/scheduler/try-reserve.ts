import { EngineError } from "../errors.ts";
import type { CachedPositions } from "./decoder.ts";

/** `reserve`, where a memory that is full counts as a cache that is full. */
export function tryReserve(cached: CachedPositions, positions: number): boolean {
  try {
    return cached.reserve(positions);
  } catch (error) {
    if (error instanceof EngineError && error.kind === "busy") return false;
    throw error;
  }
}
