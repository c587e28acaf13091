import { setTimeout as sleep } from "node:timers/promises";

/** Waits for a condition, for as long as a slow machine may take. */
export async function until(
  holds: () => Promise<boolean> | boolean,
  withinMs = 15_000,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`It did not come about in ${withinMs} ms.`);
    await sleep(20);
  }
}
