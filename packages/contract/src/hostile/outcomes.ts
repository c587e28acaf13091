import type { RawConnection } from "./raw-connection.ts";

/** The status of the first answer; `closed` without one, `nothing` where neither came in time. */
export type Outcome = number | "closed" | "nothing";

/** What each connection is answered with within a time, in their order. */
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

/** Whether something came to pass within a time. */
export async function within(ms: number, something: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  try {
    return await Promise.race([something.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** How often each outcome is among them. */
export function tally(outcomes: readonly Outcome[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
