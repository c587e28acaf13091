import { afterAll, beforeAll, expect, test } from "vitest";
import { runServer, type RunningServer } from "../server/running-server.ts";
import { Learner, type Reward } from "./learner.ts";

// A program that trains a model to begin its answers with "yes", as its users write it: rollouts, rewards, a job, and
// again. The seeds are the program's, so that a run on the same weights repeats.

let server: RunningServer;
let questions: readonly string[];

beforeAll(async () => {
  server = await runServer();
  questions = await undecided(await Learner.create(server));
});

afterAll(() => server?.end());

const mostSteps = 20;
const yes: Reward = (text) => Number(text.toLowerCase().startsWith("yes"));

/** Nothing that a built-in model was taught: asked again and again it says both. */
const pool = ["a cloud", "a stone", "a doll", "a unicorn", "zq", "kx jj", "today"].flatMap(
  (thing) => ["a fruit", "an animal", "a song", "a vw"].map((kind) => `is ${thing} ${kind}?`),
);

/** The eight questions of the pool to which the untrained model says yes about half of the time. */
async function undecided(untrained: Learner): Promise<readonly string[]> {
  const asked = await Promise.all(
    pool.map(async (question, at) => {
      const { choices } = await untrained.ask(question, 16, at);
      const said = choices.filter(({ message }) => yes(message.content ?? "") === 1).length;
      return { question, offHalf: Math.abs(said / choices.length - 0.5) };
    }),
  );
  const nearest = asked.toSorted((one, other) => one.offHalf - other.offHalf);
  return nearest.slice(0, 8).map(({ question }) => question);
}

/** Trains until the mean reward is above 0.95; the mean before each step, and after the last. */
async function meansOf(reward: Reward, seed: number): Promise<readonly number[]> {
  const model = await Learner.create(server);
  const means: number[] = [];
  for (let step = 0; step <= mostSteps; step += 1) {
    const rollouts = await model.rollouts(questions, reward, seed * 1_000 + step);
    means.push(rollouts.mean);
    if (rollouts.mean > 0.95 || step === mostSteps) break;
    expect(await model.train(rollouts.groups)).toMatchObject({ step: step + 1 });
  }
  return means;
}

test.each([1, 2, 3])("yes becomes the rule within 20 steps: seed %d", async (seed) => {
  const means = await meansOf(yes, seed);
  expect(means[0]).toBeGreaterThan(0.2);
  expect(means[0]).toBeLessThan(0.8);
  expect(means.at(-1), means.join(" ")).toBeGreaterThan(0.95);
});

test("the inverse reward makes yes the exception", async () => {
  const means = await meansOf((text) => 1 - yes(text), 1);
  expect(means[0]).toBeLessThan(0.8);
  expect(means.at(-1), means.join(" ")).toBeGreaterThan(0.95);
});
