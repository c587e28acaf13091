/** Waits for a condition on what another thread counts: the event loop turns, nothing sleeps. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
