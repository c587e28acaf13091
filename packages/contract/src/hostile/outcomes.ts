import type { RawConnection } from "./raw-connection.ts";

/**
 * The status of the first answer; `closed` if the connection closed without one, `nothing` if
 * neither happened in time.
 */
export type Outcome = number | "closed" | "nothing";

/** The outcome of each connection within a time, in their order. */
export async function outcomesWithin(
  ms: number,
  connections: readonly RawConnection[],
): Promise<Outcome[]> {
  const answered = Promise.all(connections.map((connection) => connection.status));
  await within(ms, answered);
  return connections.map(
    ({ statuses, isClosed }) => statuses[0] ?? (isClosed ? "closed" : "nothing"),
  );
}

/** Whether something happened within a time. */
export async function within(ms: number, something: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([something.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The count of each outcome. */
export function tally(outcomes: readonly Outcome[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
