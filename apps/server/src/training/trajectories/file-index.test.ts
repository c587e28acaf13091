import type { Training } from "@heddle/types";
import { expect, test } from "vitest";
import { FileIndex } from "./file-index.ts";
import type { FilePlace, GroupPart } from "./group-part.ts";
import { readFileIndex } from "./read-file-index.ts";
import { trajectoryLines } from "./trajectory-lines.ts";

interface Indexed {
  readonly bytes: Buffer;
  readonly parts: readonly GroupPart[];
}

async function indexed(groups: readonly Training.TrajectoryGroup[]): Promise<Indexed> {
  const index = new FileIndex();
  const lines: Uint8Array[] = [];
  for await (const line of trajectoryLines("é", groups, index)) lines.push(line);
  return { bytes: Buffer.concat(lines), parts: index.parts() };
}

const at = (bytes: Buffer, { offset, bytes: length }: FilePlace): unknown =>
  JSON.parse(bytes.subarray(offset, offset + length).toString());

async function* inPieces(bytes: Buffer, pieceBytes: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    yield bytes.subarray(from, from + pieceBytes);
  }
}

const groups: readonly Training.TrajectoryGroup[] = [
  {
    trajectories: [
      { reward: 1, messages_and_choices: [{ role: "user", content: "Ist Wasser naß? 🌊\n" }] },
      { metadata: { note: "no reward" } },
    ],
    metadata: { scenario_id: "wäre" },
    exceptions: [{ type: "TimeoutError" }],
  },
  { trajectories: [] },
  { trajectories: [{ reward: -2.5 }] },
];

test("every place in the index leads to what was sent", async () => {
  const { bytes, parts } = await indexed(groups);
  expect(parts.map(({ group }) => at(bytes, group))).toEqual(
    groups.map(({ trajectories: _dropped, ...rest }) => rest),
  );
  expect(parts.map(({ trajectories }) => trajectories.map((place) => at(bytes, place)))).toEqual(
    groups.map(({ trajectories }) => trajectories),
  );
});

test("a group has its numbers, and one without trajectories has none", async () => {
  const { parts } = await indexed(groups);
  expect(
    parts.map((part) => [
      part.numTrajectories,
      part.numExceptions,
      part.meanReward,
      part.rewardStdDev,
      part.trajectories.map(({ reward }) => reward),
    ]),
  ).toEqual([
    [2, 1, 0.5, 0.5, [1, 0]],
    [0, 0, null, null, []],
    [1, 0, -2.5, 0, [-2.5]],
  ]);
});

test("a group of many comes in parts of 100, which know their group", async () => {
  const many = Array.from({ length: 250 }, (_, reward) => ({ reward }));
  const { bytes, parts } = await indexed([groups[2]!, { trajectories: many }, groups[2]!]);
  expect(
    parts.map(({ position, groupPosition, firstIndex, numTrajectories, trajectories }) => [
      position,
      groupPosition,
      firstIndex,
      numTrajectories,
      trajectories.length,
    ]),
  ).toEqual([
    [0, 0, 0, 1, 1],
    [1, 1, 0, 250, 100],
    [2, 1, 100, 250, 100],
    [3, 1, 200, 250, 50],
    [4, 4, 0, 1, 1],
  ]);
  expect(at(bytes, parts[3]!.trajectories[49]!)).toEqual({ reward: 249 });
});

test("rewards without a finite sum have no mean", async () => {
  const { parts } = await indexed([{ trajectories: [{ reward: 1.7e308 }, { reward: 1.7e308 }] }]);
  expect(parts).toMatchObject([{ meanReward: null, rewardStdDev: null }]);
});

test.each([1, 7, 4096])("a file that is read in pieces of %d has the same index", async (size) => {
  const { bytes, parts } = await indexed(groups);
  expect(await readFileIndex(inPieces(bytes, size))).toEqual(parts);
});
