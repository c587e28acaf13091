import type { Training } from "@heddle/types";
import { byteLines } from "../byte-lines.ts";
import { FileIndex } from "./file-index.ts";
import type { GroupPart } from "./group-part.ts";

/**
 * Makes the index of a file that `trajectoryLines` wrote.
 *
 * @throws SyntaxError for a line that is no JSON
 */
export async function readFileIndex(
  bytes: AsyncIterable<Uint8Array>,
): Promise<readonly GroupPart[]> {
  const index = new FileIndex();
  for await (const line of byteLines(bytes)) {
    const { group, trajectory } = JSON.parse(line.toString()) as {
      readonly group?: Pick<Training.TrajectoryGroup, "exceptions">;
      readonly trajectory?: Pick<Training.Trajectory, "reward">;
    };
    const lineBytes = line.byteLength + "\n".length;
    if (group !== undefined) index.group(lineBytes, group.exceptions?.length ?? 0);
    else if (trajectory !== undefined) index.trajectory(lineBytes, trajectory.reward ?? 0);
    else index.skip(lineBytes);
  }
  return index.parts();
}
