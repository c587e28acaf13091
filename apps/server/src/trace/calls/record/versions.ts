/**
 * Of two rows with one key, the row with the higher version wins. A version is a rank and a time.
 * The rank makes final changes win in every order of arrival, even between two servers that do not
 * see each other's writes: a row with the end wins over a row without, a deletion over both. Within
 * a rank the later write wins. Because a clock may have been set back, a write always gets a later
 * time than the row that it has seen.
 */
export type Rank = "started" | "ended" | "deleted";

const ranks: Readonly<Record<Rank, number>> = { started: 0, ended: 1, deleted: 2 };

/** µs of one rank: 71 years. All ranks together stay exact as numbers. */
const rankSize = 2 ** 51;
const epochUs = Date.UTC(2020, 0, 1) * 1000;

/** The version of a write at this time (µs since 1970) over a row of version `seen`. */
export function nextVersion(rank: Rank, nowUs: number, seen: number = 0): number {
  // A clock that is wrong by years must give neither a negative time nor a time in the next rank.
  const time = Math.min(Math.max(nowUs - epochUs, 0), rankSize - 1);
  return Math.max(seen + 1, ranks[rank] * rankSize + time);
}

/**
 * The time (µs since 1970) of a new name that replaces a name of time `seen`. It is later by at
 * least two, because the row that removes the earlier name takes the version in between.
 */
export function nextNameTime(nowUs: number, seen: number = 0): number {
  return Math.max(seen + 2, nowUs);
}
