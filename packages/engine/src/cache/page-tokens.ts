/** Positions in a page of the cache: a sequence wastes at most one page less one position. */
export const pageTokens = 16;
