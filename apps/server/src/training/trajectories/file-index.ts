import type { FilePlace, GroupPart, IndexedTrajectory } from "./group-part.ts";
import { spreadOf } from "./spread.ts";

/** More trajectories of a group are in further parts, so that a page of a list has a bound. */
const trajectoriesOfPart = 100;

/** A group whose trajectories are still coming. */
interface OpenGroup {
  readonly group: FilePlace;
  readonly numExceptions: number;
  readonly trajectories: IndexedTrajectory[];
}

/** The index of a file of trajectories: hears of its lines, in their order, and makes the parts of its groups. */
export class FileIndex {
  readonly #parts: GroupPart[] = [];
  #open: OpenGroup | undefined;
  #at = 0;

  /** A line of this kind that is not in the index. Lengths are those of lines with their `\n`. */
  skip(lineBytes: number): void {
    this.#at += lineBytes;
  }

  group(lineBytes: number, numExceptions: number): void {
    this.#close();
    this.#open = { group: this.#place("group", lineBytes), numExceptions, trajectories: [] };
  }

  trajectory(lineBytes: number, reward: number): void {
    const place = this.#place("trajectory", lineBytes);
    this.#open?.trajectories.push({ ...place, reward });
  }

  /** The parts of all groups. No line comes after. */
  parts(): readonly GroupPart[] {
    this.#close();
    return this.#parts;
  }

  /** Of the value in a line `{"kind":value}`. */
  #place(kind: string, lineBytes: number): FilePlace {
    const before = `{"${kind}":`.length;
    const place = { offset: this.#at + before, bytes: lineBytes - before - "}\n".length };
    this.#at += lineBytes;
    return place;
  }

  #close(): void {
    if (this.#open === undefined) return;
    const { group, numExceptions, trajectories } = this.#open;
    this.#open = undefined;
    const { mean, deviation } = spreadOf(trajectories.map(({ reward }) => reward));
    const ofGroup = {
      groupPosition: this.#parts.length,
      group,
      numTrajectories: trajectories.length,
      numExceptions,
      meanReward: finite(mean),
      rewardStdDev: finite(deviation),
    };
    // A group without trajectories has a part as well.
    let firstIndex = 0;
    do {
      const some = trajectories.slice(firstIndex, firstIndex + trajectoriesOfPart);
      const position = this.#parts.length;
      this.#parts.push({ ...ofGroup, position, firstIndex, trajectories: some });
      firstIndex += trajectoriesOfPart;
    } while (firstIndex < trajectories.length);
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
