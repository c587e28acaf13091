import type { Sequence } from "./sequence.ts";

/** Whether a sequence goes before another: by priority, then by arrival. */
export function comesBefore<Adapter>(a: Sequence<Adapter>, b: Sequence<Adapter>): boolean {
  const { priority, arrival } = a.work;
  return priority === b.work.priority ? arrival < b.work.arrival : priority < b.work.priority;
}

/** Puts a sequence into an ordered list, after its equals. */
export function insertInOrder<Adapter>(
  list: Sequence<Adapter>[],
  sequence: Sequence<Adapter>,
): void {
  const place = list.findIndex((other) => comesBefore(sequence, other));
  if (place < 0) list.push(sequence);
  else list.splice(place, 0, sequence);
}
