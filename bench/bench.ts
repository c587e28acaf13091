import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";

/** What all measurements of a run share. */
export interface Bench {
  /** For developing a measurement: short, and good for no figure. */
  readonly quick: boolean;
  /** Everything that is measured lies in here, and goes with the run. */
  readonly folder: string;
  /** Where servers under load leave profiles of their processor time. */
  readonly profileFolder: string | undefined;
  /** An engine that the embedded one is compared with, for who has it. */
  readonly prototypeFolder: string | undefined;
  /** How long a siege lasts; each part that has no siege goes by its own time. */
  readonly minutes: number | undefined;
  /** Tells the person who waits what happens. */
  say(line: string): void;
}

/** An empty folder for data. */
export async function freshFolder({ folder }: Bench): Promise<string> {
  return mkdtemp(join(folder, "data-"));
}
