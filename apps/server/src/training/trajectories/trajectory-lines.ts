import type { Training } from "@heddle/types";
import { exactJson } from "./exact-json.ts";

/**
 * A file of trajectories, in JSON lines: first `{"split"}`, then for each group `{"group"}` with all
 * but its trajectories, and behind it a line `{"trajectory"}` for each. One line at a time is in
 * memory.
 */
export async function* trajectoryLines(
  split: string,
  groups: readonly Training.TrajectoryGroup[],
): AsyncGenerator<Uint8Array> {
  yield line("split", JSON.stringify(split));
  for (const group of groups) {
    yield line("group", exactJson(group, "trajectories"));
    for (const trajectory of group.trajectories) yield line("trajectory", exactJson(trajectory));
  }
}

function line(kind: string, json: string): Uint8Array {
  return Buffer.from(`{"${kind}":${json}}\n`);
}
