/**
 * The error that cuts an incomplete answer, so that no client takes it for complete. A listener may
 * print this error, so it does not show the cause; `onFailure` has reported that.
 */
export function cut(): Error {
  return new Error("The answer could not be completed");
}

/** Stops a source; settles when the source has released its resources. */
export async function stop(source: AsyncIterator<unknown> | Iterator<unknown>): Promise<void> {
  try {
    await source.return?.();
  } catch {
    // The answer has ended, so there is no reader to report this error to.
  }
}
