import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";

/** What all measurements of a run share. */
export interface Bench {
  /** Short runs, to develop a measurement. Their figures must not be published. */
  readonly quick: boolean;
  /** The folder for everything that is measured; it is deleted after a successful run. */
  readonly folder: string;
  /** The folder for profiles of the processor time of servers under load. */
  readonly profileFolder: string | undefined;
  /** The folder of another engine to compare with the embedded one, if there is one. */
  readonly prototypeFolder: string | undefined;
  /** The folder of another checkout of this repository, whose engine is compared with this one's. */
  readonly beforeFolder: string | undefined;
  /** The folder of a Python with PyTorch; undefined for the one that `npm run parity:python` makes. */
  readonly pythonFolder: string | undefined;
  /** The path of another Node, on which the built engine runs too. */
  readonly otherNode: string | undefined;
  /** How long a siege lasts. Parts without a siege have their own times. */
  readonly minutes: number | undefined;
  /** Prints progress for the person who waits. */
  say(line: string): void;
}

/** An empty folder for data. */
export async function freshFolder({ folder }: Bench): Promise<string> {
  return mkdtemp(join(folder, "data-"));
}
