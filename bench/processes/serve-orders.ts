/** What a process that serves orders says: that it is ready, what it has done, or why it failed. */
export type OrderedMessage<Facts, Done> =
  | { readonly ready: Facts }
  | { readonly done: Done }
  | { readonly failed: string };

/**
 * The inside of an `OrderedProcess`: carries out the orders of its parent, one at a time, and ends
 * when its parent ends. Program and parent agree on what an order is (`OrderedProcess`).
 */
export async function serveOrders<Facts, Done>(
  open: () => Promise<Facts>,
  carryOut: (order: never) => Promise<Done>,
  close: () => Promise<void>,
): Promise<void> {
  const say = (message: OrderedMessage<Facts, Done>): void => {
    if (process.connected) process.send?.(message);
  };
  const fail = (error: unknown): void => {
    say({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  };
  process.once("disconnect", () => void close().catch(fail));
  try {
    const facts = await open();
    process.on("message", (order) => {
      // The parent sends nothing else.
      carryOut(order as never).then((done) => say({ done }), fail);
    });
    say({ ready: facts });
  } catch (error) {
    fail(error);
    process.disconnect();
  }
}
