import { setTimeout as sleep } from "node:timers/promises";

/** So long that only a hang reaches it. */
const withinMs = 120_000;

/** Waits until a condition holds. Throws after two minutes. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`The condition did not hold within ${withinMs} ms.`);
    await sleep(20);
  }
}
