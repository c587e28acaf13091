import type { Training } from "@heddle/types";
import { afterAll, beforeAll, expect, it } from "vitest";
import { OpenedLoom } from "../../../inference/chat/testing/opened-loom.ts";
import { choice } from "../testing/opened-model.ts";
import { readingOf } from "../testing/read-turns.ts";
import { trainedGroups, type TrainedGroups } from "./trained-groups.ts";

let loom: OpenedLoom;
beforeAll(async () => {
  loom = await OpenedLoom.open();
});
afterAll(() => loom.close());

/** A conversation in which the model wrote so many tokens behind a prompt of its own. */
function history(prompt: number, written: number): Training.History {
  const tokens = Int32Array.from({ length: written }, () => 65);
  const logprobs = Float32Array.from(tokens, () => -1);
  return {
    messages_and_choices: [choice({ tokens: [...tokens], logprobs: [...logprobs] }, [prompt])],
  };
}

const trajectory = (
  reward: number,
  written: number,
  more: readonly Training.History[] = [],
): Training.Trajectory => ({ ...history(66, written), reward, additional_histories: [...more] });

const run = async (
  groups: readonly (readonly Training.Trajectory[])[],
  scale = true,
): Promise<TrainedGroups> =>
  trainedGroups(
    groups.map((trajectories) => ({ trajectories: [...trajectories] })),
    scale,
    await readingOf(loom.engine.text("heddle/loom")),
  );

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

// Rewards 0, 2, 4: mean 2, deviation √(8/3) = 1.63299.
const rows: readonly (readonly [string, number[][], boolean, number[][]])[] = [
  ["scaled", [[0, 2, 4]], true, [[-1.2247, 1.2247]]],
  ["not scaled", [[0, 2, 4]], false, [[-2, 2]]],
  [
    "each group by itself",
    [
      [0, 4],
      [10, 11],
    ],
    false,
    [
      [-2, 2],
      [-0.5, 0.5],
    ],
  ],
  ["a group of one has nothing to be compared with", [[7], [0, 2]], true, [[], [-1, 1]]],
  ["equal rewards, whatever rounding says", [[0.1, 0.1, 0.1]], true, [[]]],
  ["no groups", [], true, []],
  ["an empty group", [[]], true, [[]]],
];
it.each(rows)("advantages: %s", async (_says, rewards, scale, expected) => {
  const { groups } = await run(
    rewards.map((group) => group.map((reward) => trajectory(reward, 2))),
    scale,
  );
  expect(groups.map((group) => group.map(({ advantage }) => rounded(advantage)))).toEqual(expected);
});

it("a reward that is left out is 0", async () => {
  const { groups } = await run([[history(66, 1), trajectory(2, 1)]], false);
  expect(groups[0]!.map(({ advantage }) => advantage)).toEqual([-1, 1]);
});

it("all tokens of a trajectory weigh 1 together, over all its conversations", async () => {
  const more = [history(67, 3), history(68, 1)];
  const { groups, trajectories } = await run([[trajectory(0, 4, more), trajectory(1, 2)]]);
  expect(trajectories).toBe(2);
  const shown = groups[0]!.map(({ tokens, weight, advantage }) => [
    tokens[0],
    tokens.length - 1,
    rounded(weight),
    Math.sign(advantage),
  ]);
  expect(shown).toEqual([
    [66, 4, 0.125, -1],
    [67, 3, 0.125, -1],
    [68, 1, 0.125, -1],
    [66, 2, 0.5, 1],
  ]);
});

it("a trajectory without a token to train still counts in its group's mean", async () => {
  const silent = { messages_and_choices: [], reward: 4 };
  const { groups, trajectories } = await run([[silent, trajectory(1, 1), trajectory(1, 1)]], false);
  expect(groups[0]!.map(({ advantage }) => advantage)).toEqual([-1, -1]);
  expect(trajectories).toBe(2);
});

it("what is as good as its group is not even read", async () => {
  const broken = { ...trajectory(1, 1) };
  broken.messages_and_choices = [choice({ tokens: [99_999], logprobs: [-1] }, [66])];
  const { groups } = await run([[trajectory(0, 1), broken, trajectory(2, 1)]]);
  expect(groups[0]).toHaveLength(2);
  await expect(run([[trajectory(0, 1), { ...broken, reward: 5 }]])).rejects.toThrow(
    /^trajectory_groups\[0\]\.trajectories\[1\]\.messages_and_choices\[0\]: token 0 is 99999/,
  );
});

it("says in which further conversation something is wrong", async () => {
  const broken = { messages_and_choices: [choice({ tokens: [-5], logprobs: [-1] }, [66])] };
  await expect(
    run([[trajectory(0, 1), trajectory(1, 1, [history(67, 1), broken])]]),
  ).rejects.toThrow(
    "trajectory_groups[0].trajectories[1].additional_histories[1].messages_and_choices[0]: token 0 is -5",
  );
});

it.each([Infinity, 1.7e308])("a reward of %d beside its opposite has no spread", async (reward) => {
  await expect(run([[trajectory(reward, 1), trajectory(-reward, 1)]])).rejects.toThrow(
    /^trajectory_groups\[0\]: rewards such as .* have a spread that is no number/,
  );
});
