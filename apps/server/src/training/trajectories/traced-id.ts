import { createHash } from "node:crypto";
import { uuidV7 } from "../../trace/uuid-v7.ts";

/** What an id follows from. */
export interface TracedPart {
  /** Of the trajectories that came together. */
  readonly setId: string;
  /** When they came, in ms since 1970. */
  readonly atMs: number;
  /** Of the trajectory among them, from 0. */
  readonly position: number;
}

/** The id of the trace of a trajectory. */
export function tracedTraceId(part: TracedPart): string {
  return tracedId(part, "trace", part.position);
}

/** Further parts of a list share this place, and have no order among themselves. */
const lastPlace = 0xfff;

/**
 * The id of what is made of a trajectory: always the same, so that what is written again after a crash
 * is written once. A UUID of version 7 whose 12 bits behind the time are `place`, so that lists in the order
 * of ids have the trajectories, and the turns of each, in their order.
 */
export function tracedId(
  { setId, atMs, position }: TracedPart,
  what: string,
  place: number,
): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([setId, position, what, place]))
    .digest();
  hash.writeUInt16BE(Math.min(place, lastPlace), 0);
  return uuidV7(atMs, hash);
}
