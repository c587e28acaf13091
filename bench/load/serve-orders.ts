import type { Load, LoadFacts, LoadMessage, LoadOrder } from "./load.ts";

/**
 * The inside of a load process: carries out the orders of its parent, one at a time, and ends when
 * its parent ends.
 */
export async function serveOrders(
  open: () => Promise<LoadFacts>,
  carryOut: (order: LoadOrder) => Promise<Load>,
  close: () => Promise<void>,
): Promise<void> {
  const say = (message: LoadMessage): void => {
    if (process.connected) process.send?.(message);
  };
  const fail = (error: unknown): void => {
    say({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  };
  process.once("disconnect", () => void close().catch(fail));
  try {
    const facts = await open();
    process.on("message", (order: LoadOrder) => {
      carryOut(order).then((done) => say({ done }), fail);
    });
    say({ ready: facts });
  } catch (error) {
    fail(error);
    process.disconnect();
  }
}
