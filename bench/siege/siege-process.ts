import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { HostileOrder } from "./hostile-order.ts";
import type { WellBehavedOrder } from "./well-behaved-order.ts";

const programs = {
  "well-behaved": fileURLToPath(new URL("./well-behaved.ts", import.meta.url)),
  hostile: fileURLToPath(new URL("./hostile.ts", import.meta.url)),
} as const;

/** A process that takes part in the siege, hostile or well-behaved. */
export class SiegeProcess {
  readonly #child: ChildProcess;
  readonly #name: string;

  private constructor(name: string, child: ChildProcess) {
    this.#name = name;
    this.#child = child;
  }

  static wellBehaved(order: WellBehavedOrder): SiegeProcess {
    return SiegeProcess.#start("well-behaved", order);
  }

  static hostile(order: HostileOrder): SiegeProcess {
    return SiegeProcess.#start("hostile", order);
  }

  static #start(name: keyof typeof programs, order: object): SiegeProcess {
    return new SiegeProcess(name, fork(programs[name], [JSON.stringify(order)]));
  }

  /** Throws if the process has ended by itself, since it did not finish its work then. */
  check(): void {
    const { exitCode, signalCode } = this.#child;
    if (exitCode === null && signalCode === null) return;
    throw new Error(`The ${this.#name} process ended (code ${exitCode}, signal ${signalCode}).`);
  }

  /** Resolves when the process has finished its current work. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, "exit");
    if (this.#child.connected) this.#child.send("stop");
    await exited;
  }
}

/** For use inside such a process: aborted when the process must end, or when its parent is gone. */
export function untilToldToStop(): AbortSignal {
  const stop = new AbortController();
  process.once("message", () => stop.abort());
  process.once("disconnect", () => stop.abort());
  // Ctrl-C reaches the whole group; the parent says when to stop.
  process.on("SIGINT", () => undefined);
  return stop.signal;
}
