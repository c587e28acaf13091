import type { Training } from "@heddle/types";
import { jsonMembers } from "../../trace/calls/record/json-members.ts";
import { byteLines } from "../byte-lines.ts";

/** A trajectory of a file, and where it stands there. All numbers count from 0. */
export interface StoredTrajectory {
  /** Among all trajectories of the file. */
  readonly position: number;
  readonly group: number;
  readonly placeInGroup: number;
  readonly trajectory: Training.Trajectory;
  /** JSON as the client sent it: its numbers may have more digits than a parsed one keeps. */
  readonly metadata: string | undefined;
  readonly groupMetadata: string | undefined;
}

/**
 * Reads the trajectories of a file from a position on; `trajectories/trajectory-lines.ts` writes it. One
 * line at a time is in memory.
 */
export async function* storedTrajectories(
  bytes: AsyncIterable<Uint8Array>,
  from: number,
): AsyncGenerator<StoredTrajectory, void> {
  let [position, group, placeInGroup] = [0, -1, 0];
  let groupMetadata: string | undefined;
  for await (const line of byteLines(bytes)) {
    const text = line.toString();
    const ofGroup = valueOf(text, "group");
    if (ofGroup !== undefined) {
      [group, placeInGroup] = [group + 1, 0];
      groupMetadata = metadataIn(ofGroup);
    }
    const value = valueOf(text, "trajectory");
    if (value === undefined) continue;
    if (position >= from) {
      const trajectory = JSON.parse(value) as Training.Trajectory;
      const metadata = metadataIn(value);
      yield { position, group, placeInGroup, trajectory, metadata, groupMetadata };
    }
    position += 1;
    placeInGroup += 1;
  }
}

/** The value of the one member of a line, if the member has this name. */
function valueOf(line: string, name: string): string | undefined {
  const start = `{"${name}":`;
  return line.startsWith(start) ? line.slice(start.length, -1) : undefined;
}

function metadataIn(object: string): string | undefined {
  return jsonMembers(object).find(({ key }) => key === "metadata")?.value;
}
