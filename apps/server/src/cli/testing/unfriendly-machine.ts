import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { HeddleProcess } from "./heddle-process.ts";

/** The output of `heddle start` and `heddle doctor` after a refusal. */
export interface Refusal {
  readonly start: string;
  readonly doctor: string;
}

/** A folder in which a test prepares obstacles to a start, and commands that run into them. */
export class UnfriendlyMachine {
  readonly folder: string = mkdtempSync(join(tmpdir(), "heddle-unfriendly-"));
  /** The data folder that the commands get. */
  dataDir: string = join(this.folder, "data");
  readonly #started: HeddleProcess[] = [];

  constructor() {
    // Other users may enter this folder: some tests run the server as another user.
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

  /** All paths in the folder. */
  everything(): ReadonlySet<string> {
    return new Set(readdirSync(this.folder, { recursive: true, encoding: "utf8" }));
  }
}

/** Runs both commands, expects both to fail and to change no file, and returns their output. */
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

/** The one line of `heddle start`, which `heddle doctor` must have printed too. */
export function saidByBoth({ start, doctor }: Refusal): string {
  expect(start.trim().split("\n")).toHaveLength(1);
  const said = start.trim().replace(/^heddle start: /, "");
  expect(doctor).toContain(said);
  return said;
}
