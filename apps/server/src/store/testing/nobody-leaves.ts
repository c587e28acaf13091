/** The signal of a client who stays. */
export const nobodyLeaves: AbortSignal = new AbortController().signal;
