import type { Heddle } from "./heddle.ts";
import { type Memory, memoryOf } from "./process-figures.ts";

/** Memory of a server and of its engine's process at one moment. */
export interface MemoryReading {
  readonly server: Memory;
  readonly engine: Memory;
}

const watchEveryMs = 500;

/** Follows the memory of a server and its engine. */
export class ServerMemory {
  readonly #heddle: Pick<Heddle, "pid" | "enginePid">;
  readonly readings: Map<string, MemoryReading> = new Map();
  #timer: NodeJS.Timeout | undefined;

  constructor(heddle: Pick<Heddle, "pid" | "enginePid">) {
    this.#heddle = heddle;
  }

  /** Keeps what they hold now, under a name. */
  read(name: string): void {
    this.readings.set(name, this.#now());
  }

  /** Follows them until told otherwise; the most that either held is kept as `peak`. */
  watch(): void {
    this.#timer = setInterval(() => {
      const now = this.#nowOrGone();
      if (!now) return;
      const { server, engine } = now;
      const before = this.readings.get("peak");
      this.readings.set("peak", {
        server: larger(before?.server, server),
        engine: larger(before?.engine, engine),
      });
    }, watchEveryMs);
  }

  unwatch(): void {
    clearInterval(this.#timer);
  }

  /** Nothing while the engine, which is started anew when it dies, is not there. */
  #nowOrGone(): MemoryReading | undefined {
    try {
      return this.#now();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }

  #now(): MemoryReading {
    const { pid, enginePid } = this.#heddle;
    return { server: memoryOf(pid), engine: memoryOf(enginePid) };
  }
}

function larger(one: Memory | undefined, other: Memory): Memory {
  return one && one.resident > other.resident ? one : other;
}
