/**
 * Which of two rows under one key stands is decided by their versions. A version is a rank and a
 * time, so that what must not be undone wins whatever the order of arrival, also from two servers
 * that do not see each other's writes: a row with the end over one without, a deletion over both.
 * Within a rank the later write wins: a clock may have been set back, so a write is later than what
 * it has seen, whatever the clock says.
 */
export type Rank = "started" | "ended" | "deleted";

const ranks: Readonly<Record<Rank, number>> = { started: 0, ended: 1, deleted: 2 };

/** µs of one rank: 71 years. All ranks together stay exact as numbers. */
const rankSize = 2 ** 51;
const epochUs = Date.UTC(2020, 0, 1) * 1000;

/** The version of a write at this time (µs since 1970) over a row of version `seen`. */
export function nextVersion(rank: Rank, nowUs: number, seen: number = 0): number {
  // A clock that is years off must reach neither below zero nor into the next rank.
  const time = Math.min(Math.max(nowUs - epochUs, 0), rankSize - 1);
  return Math.max(seen + 1, ranks[rank] * rankSize + time);
}

/**
 * The time (µs since 1970) of a name that is given now over one of time `seen`. They are two apart
 * at least: the version between is that of the row which takes the earlier name away.
 */
export function nextNameTime(nowUs: number, seen: number = 0): number {
  return Math.max(seen + 2, nowUs);
}
