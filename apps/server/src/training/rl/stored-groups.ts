import type { Training } from "@heddle/types";
import { byteLines } from "../byte-lines.ts";

type Group = Training.TrajectoryGroup;

/** Reads the groups back from a file of trajectories; `trajectories/trajectory-lines.ts` writes it. */
export async function storedGroups(bytes: AsyncIterable<Uint8Array>): Promise<readonly Group[]> {
  const groups: (Group & { readonly trajectories: Training.Trajectory[] })[] = [];
  for await (const line of byteLines(bytes)) {
    const { group, trajectory } = JSON.parse(line.toString()) as {
      readonly group?: Omit<Group, "trajectories">;
      readonly trajectory?: Training.Trajectory;
    };
    if (group !== undefined) groups.push({ ...group, trajectories: [] });
    if (trajectory !== undefined) groups.at(-1)?.trajectories.push(trajectory);
  }
  return groups;
}
