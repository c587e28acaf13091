import { setTimeout as sleep } from "node:timers/promises";

/** Only a hang lasts as long. */
const withinMs = 120_000;

/** Waits for a condition, for as long as a slow machine may take. */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`It did not come about in ${withinMs} ms.`);
    await sleep(20);
  }
}
