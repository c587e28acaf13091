/**
 * What a reader is told when an answer cannot be completed: cut, so that nobody takes it for whole.
 * A listener may print this error, so it says nothing of the cause, which `onFailure` was told.
 */
export function cut(): Error {
  return new Error("The answer could not be completed");
}

/** Tells a source that nothing more is wanted of it; settles when it has let go. */
export async function stop(source: AsyncIterator<unknown> | Iterator<unknown>): Promise<void> {
  try {
    await source.return?.();
  } catch {
    // A source that fails while it is being stopped has nobody left to tell.
  }
}
