/** The signal of a client that stays: it is never aborted. */
export const nobodyLeaves: AbortSignal = new AbortController().signal;
