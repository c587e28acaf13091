import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { HeddleProcess } from "./heddle-process.ts";

/** What start and doctor have written. */
export interface Refusal {
  readonly start: string;
  readonly doctor: string;
}

/** A folder to prepare what stands in the way of a server in, and the commands that meet it. */
export class UnfriendlyMachine {
  readonly folder: string = mkdtempSync(join(tmpdir(), "heddle-unfriendly-"));
  /** Where the server is told to keep its data. */
  dataDir: string = join(this.folder, "data");
  readonly #started: HeddleProcess[] = [];

  constructor() {
    // Other users are let in as far as here.
    chmodSync(this.folder, 0o755);
  }

  path(...names: readonly string[]): string {
    return join(this.folder, ...names);
  }

  run(args: readonly string[], id?: number): HeddleProcess {
    const heddle = new HeddleProcess(args, id === undefined ? {} : { id });
    this.#started.push(heddle);
    return heddle;
  }

  async remove(): Promise<void> {
    for (const heddle of this.#started) heddle.killGroup("SIGKILL");
    await Promise.all(this.#started.map((heddle) => heddle.exited()));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The paths of all that is in the folder. */
  everything(): ReadonlySet<string> {
    return new Set(readdirSync(this.folder, { recursive: true, encoding: "utf8" }));
  }
}

/** What both say, after they were refused and nothing was made or removed. */
export async function refusal(
  machine: UnfriendlyMachine,
  flags: readonly string[],
  id?: number,
): Promise<Refusal> {
  const before = machine.everything();
  const args = ["--data-dir", machine.dataDir, ...flags];
  const start = machine.run(["start", ...args], id);
  const doctor = machine.run(["doctor", ...args], id);
  expect(await Promise.all([start.exited(), doctor.exited()])).toEqual([1, 1]);
  expect(machine.everything()).toEqual(before);
  expect(start.out).toBe("");
  return { start: start.err, doctor: doctor.out + doctor.err };
}

/** The one line of start, which doctor must have said too. */
export function saidByBoth({ start, doctor }: Refusal): string {
  expect(start.trim().split("\n")).toHaveLength(1);
  const said = start.trim().replace(/^heddle start: /, "");
  expect(doctor).toContain(said);
  return said;
}
