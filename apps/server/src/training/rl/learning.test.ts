import type { Training } from "@heddle/types";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { jobWarnings } from "./job-warnings.ts";
import { choice, OpenedModel } from "./testing/opened-model.ts";

let model: OpenedModel;
beforeAll(async () => {
  model = await OpenedModel.open();
});
afterAll(() => model[Symbol.asyncDispose]());
beforeEach(() => model.reopen());

/** Texts that say nothing: whatever the built-in model has learnt, it does not know how to go on. */
const prompts = ["zq", "vw", "kx", "jj"];

type Reward = (tokens: readonly number[]) => number;
const share = (tokens: readonly number[], isWanted: (token: number) => boolean): number =>
  tokens.filter(isWanted).length / tokens.length;
const even: Reward = (tokens) => share(tokens, (token) => token % 2 === 0);
const odd: Reward = (tokens) => share(tokens, (token) => token % 2 === 1);

/** Rollouts of all prompts, as groups, and their mean reward. */
async function rollouts(
  reward: Reward,
  round: number,
): Promise<{ readonly groups: Training.TrajectoryGroup[]; readonly mean: number }> {
  const groups: Training.TrajectoryGroup[] = [];
  for (const [index, text] of prompts.entries()) {
    const prompt = await model.text.encode(text);
    const written = await model.sample(prompt, 8, round * prompts.length + index);
    groups.push({
      trajectories: written.map((completion) => ({
        messages_and_choices: [choice(completion, prompt)],
        reward: reward([...completion.tokens]),
      })),
    });
  }
  const rewards = groups.flatMap(({ trajectories }) => trajectories.map((one) => one.reward ?? 0));
  return { groups, mean: rewards.reduce((sum, one) => sum + one, 0) / rewards.length };
}

it.each([
  ["even", even],
  ["odd", odd],
])("a reward for %s tokens rises", async (_says, reward) => {
  const means: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    const { groups, mean } = await rollouts(reward, round);
    means.push(mean);
    await model.train(model.input(groups, { learning_rate: 0.003 }));
  }
  means.push((await rollouts(reward, 12)).mean);
  const [first = 1] = means;
  // More than half of the way to the top.
  expect(means.at(-1)).toBeGreaterThan((1 + first) / 2);
});

// The first is what clients send by default, the last what the list of base models says.
it.each([
  [5e-6, 1],
  [0.003, 0],
])("a rate of %d has %d warnings", async (rate, warnings) => {
  const { groups } = await rollouts(even, 0);
  const { summary } = await model.train(model.input(groups, { learning_rate: rate }));
  const said = jobWarnings(summary);
  expect(said).toHaveLength(warnings);
  for (const warning of said) expect(warning).toContain("A larger learning_rate");
});
