import type { Training } from "@heddle/types";
import { exactJson } from "./exact-json.ts";
import { FileIndex } from "./file-index.ts";

/**
 * A file of trajectories, in JSON lines: first `{"split"}`, then for each group `{"group"}` with all
 * but its trajectories, and behind it a line `{"trajectory"}` for each. One line at a time is in
 * memory. The index hears of each.
 */
export async function* trajectoryLines(
  split: string,
  groups: readonly Training.TrajectoryGroup[],
  index: FileIndex = new FileIndex(),
): AsyncGenerator<Uint8Array> {
  const first = line("split", JSON.stringify(split));
  index.skip(first.byteLength);
  yield first;
  for (const group of groups) {
    const head = line("group", exactJson(group, "trajectories"));
    index.group(head.byteLength, group.exceptions?.length ?? 0);
    yield head;
    for (const trajectory of group.trajectories) {
      const text = line("trajectory", exactJson(trajectory));
      index.trajectory(text.byteLength, trajectory.reward ?? 0);
      yield text;
    }
  }
}

function line(kind: string, json: string): Uint8Array {
  return Buffer.from(`{"${kind}":${json}}\n`);
}
