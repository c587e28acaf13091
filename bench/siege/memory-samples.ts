import { processMemory, serverPid } from "@heddle/contract/hostile/server-figures";
import { median } from "../report/quantile.ts";
import { childrenOf } from "../server/process-figures.ts";

/** The processes of a server. */
export const processNames = ["parent", "server", "engine"] as const;
export type ProcessName = (typeof processNames)[number];

/** Resident bytes of each process that existed at one time. */
interface Sample {
  readonly at: number;
  readonly resident: Readonly<Partial<Record<ProcessName, number>>>;
}

const everyMs = 3_000;

/** Records the memory of a server, its parent and its engine, and notices a replaced process. */
export class MemorySamples {
  readonly #dataDir: string;
  readonly #parentPid: number;
  readonly #samples: Sample[] = [];
  readonly #timer: NodeJS.Timeout;
  /** The ids of the processes, one after the other. */
  readonly pids: Readonly<Record<ProcessName, Set<number>>> = {
    parent: new Set(),
    server: new Set(),
    engine: new Set(),
  };

  constructor(dataDir: string, parentPid: number) {
    this.#dataDir = dataDir;
    this.#parentPid = parentPid;
    this.#take();
    this.#timer = setInterval(() => this.#take(), everyMs);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  /** The median memory of a process between two times; undefined if it did not exist. */
  middle(name: ProcessName, from: number, to: number): number | undefined {
    const values = this.#values(name, from, to);
    return values.length === 0 ? undefined : median(values);
  }

  most(name: ProcessName, from: number, to: number): number | undefined {
    const values = this.#values(name, from, to);
    return values.length === 0 ? undefined : Math.max(...values);
  }

  #values(name: ProcessName, from: number, to: number): number[] {
    const between = this.#samples.filter(({ at }) => at >= from && at <= to);
    return between.flatMap(({ resident }) => resident[name] ?? []);
  }

  #take(): void {
    try {
      const server = serverPid(this.#dataDir);
      const [engine] = childrenOf(server);
      const parent = this.#parentPid;
      const resident: Partial<Record<ProcessName, number>> = {};
      for (const [name, pid] of Object.entries({ parent, server, engine })) {
        if (pid === undefined) continue;
        this.pids[name as ProcessName].add(pid);
        resident[name as ProcessName] = processMemory(pid).resident;
      }
      this.#samples.push({ at: Date.now(), resident });
    } catch (error) {
      // A process that is just restarting does not exist: the next sample shows its new id.
      if (!["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
  }
}
