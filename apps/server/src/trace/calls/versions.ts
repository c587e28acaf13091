/**
 * Which of two rows under one key stands is decided by their versions. A version is a rank and a
 * time, so that what must not be undone wins whatever the order of arrival, also from two servers
 * that do not see each other's writes: a row with the end over one without, a deletion over both.
 * Within a rank the later write wins.
 */
export type Rank = "started" | "ended" | "deleted";

const ranks: Readonly<Record<Rank, number>> = { started: 0, ended: 1, deleted: 2 };

/** µs of one rank: 71 years. All ranks together stay exact as numbers. */
const rankSize = 2 ** 51;
const epochUs = Date.UTC(2020, 0, 1) * 1000;

/** The version of a write at this time (µs since 1970) over a row of version `seen`. */
export function nextVersion(rank: Rank, nowUs: number, seen: number = 0): number {
  return Math.max(seen + 1, ranks[rank] * rankSize + (nowUs - epochUs));
}
