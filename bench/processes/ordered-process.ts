import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { OrderedMessage } from "./serve-orders.ts";

/** A process that carries out orders, one at a time, so that its work is not measured with ours. */
export class OrderedProcess<Facts, Order extends object, Done> {
  readonly pid: number;
  readonly facts: Facts;
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess, facts: Facts) {
    this.#process = child;
    this.facts = facts;
    this.pid = child.pid ?? 0;
  }

  /** Starts a program that calls `serveOrders`, and waits until it is ready. */
  static async start<Facts, Order extends object, Done>(
    program: string,
    args: readonly string[],
  ): Promise<OrderedProcess<Facts, Order, Done>> {
    const child = fork(program, [...args], { serialization: "advanced" });
    const message = await nextMessage<Facts, Done>(child);
    if (!("ready" in message)) throw new Error(`${program} carried out what nobody ordered.`);
    return new OrderedProcess(child, message.ready);
  }

  async run(order: Order): Promise<Done> {
    this.#process.send(order);
    const message = await nextMessage<Facts, Done>(this.#process);
    if (!("done" in message)) throw new Error("The process began twice.");
    return message.done;
  }

  async close(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, "exit");
    if (this.#process.connected) this.#process.disconnect();
    await exited;
  }
}

async function nextMessage<Facts, Done>(child: ChildProcess): Promise<OrderedMessage<Facts, Done>> {
  const ended = new AbortController();
  const exited = once(child, "exit", { signal: ended.signal }).then(([code, signal]): never => {
    throw new Error(`The process ended (code ${code}, signal ${signal}).`);
  });
  const said = once(child, "message", { signal: ended.signal }) as Promise<
    [OrderedMessage<Facts, Done>]
  >;
  try {
    const [message] = await Promise.race([said, exited]);
    if ("failed" in message) throw new Error(message.failed);
    return message;
  } finally {
    void Promise.allSettled([said, exited]);
    ended.abort();
  }
}
