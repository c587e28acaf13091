import type { Heddle } from "./heddle.ts";
import { type Memory, memoryOf } from "./process-figures.ts";

/** Memory of a server, of its parent and of its engine's process at one time. */
export interface MemoryReading {
  readonly parent: Memory;
  readonly server: Memory;
  readonly engine: Memory;
}

const watchEveryMs = 500;

type Pids = Pick<Heddle, "pid" | "parentPid" | "enginePid">;

/** Records the memory of a server, its parent and its engine. */
export class ServerMemory {
  readonly #heddle: Pids;
  readonly readings: Map<string, MemoryReading> = new Map();
  #timer: NodeJS.Timeout | undefined;

  constructor(heddle: Pids) {
    this.#heddle = heddle;
  }

  /** Records their memory now, under a name. */
  read(name: string): void {
    this.readings.set(name, this.#now());
  }

  /** Records until it is stopped; the highest memory of each is kept as `peak`. */
  watch(): void {
    this.#timer = setInterval(() => {
      const now = this.#nowOrGone();
      if (!now) return;
      const { parent, server, engine } = now;
      const before = this.readings.get("peak");
      this.readings.set("peak", {
        parent: larger(before?.parent, parent),
        server: larger(before?.server, server),
        engine: larger(before?.engine, engine),
      });
    }, watchEveryMs);
  }

  unwatch(): void {
    clearInterval(this.#timer);
  }

  /** Undefined while the engine restarts after it has died. */
  #nowOrGone(): MemoryReading | undefined {
    try {
      return this.#now();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }

  #now(): MemoryReading {
    const { pid, parentPid, enginePid } = this.#heddle;
    return {
      parent: memoryOf(parentPid),
      server: memoryOf(pid),
      engine: memoryOf(enginePid),
    };
  }
}

function larger(one: Memory | undefined, other: Memory): Memory {
  return one && one.resident > other.resident ? one : other;
}
