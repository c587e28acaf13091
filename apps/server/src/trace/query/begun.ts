/**
 * Work that is begun before somebody waits for it. Its failure reaches those who wait for it later.
 * If nobody does, because the reader has left, it must not end the process.
 */
export function begun<Result>(work: Promise<Result>): Promise<Result> {
  work.catch(() => {});
  return work;
}
