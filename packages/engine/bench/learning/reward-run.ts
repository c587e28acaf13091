import { completionsOf } from "../../src/completion.ts";
import type { EmbeddedEngine } from "../../src/embedded/embedded-engine.ts";
import type { SamplerRef } from "../../src/engine.ts";
import { loomModelId } from "../../src/loom.ts";
import { advantagesOf, completionDatum } from "../../src/losses/index.ts";
import type { Curve, Point } from "./curve.ts";

const questions = [
  "is 7 bigger than 3?",
  "is 2 larger than 90?",
  "is a tiger an animal?",
  "is 40 less than 12?",
  "is an apple a city?",
  "is oslo a city?",
  "is 8 less than 9?",
  "is a melon an animal?",
] as const;

/** Completions of each question in a step. */
const groupSize = 8;
const goal = 0.95;
const mostSteps = 40;

interface Rollout {
  readonly prompt: Int32Array;
  readonly tokens: readonly number[];
  readonly logprobs: readonly number[];
  readonly reward: number;
}

/** GRPO on a toy reward: 1 for an answer that begins with "yes", which half of the questions deserve. */
export async function raiseReward(engine: EmbeddedEngine): Promise<Curve> {
  const text = engine.text(loomModelId);
  const [prompts, yes] = await Promise.all([
    Promise.all(
      questions.map((content) => text.encodePrompt({ messages: [{ role: "user", content }] })),
    ),
    text.encode("yes"),
  ]);
  const group = async (sampler: SamplerRef, prompt: Int32Array, seed: number): Promise<Rollout[]> =>
    (await completionsOf(engine.sample(sampler, { prompt, maxTokens: 8, n: groupSize, seed }))).map(
      ({ tokens, logprobs }) => {
        const reward = Number(yes.every((token, i) => token === tokens[i]));
        return { prompt, tokens, logprobs, reward };
      },
    );
  const from = performance.now();
  const lora = { rank: 8, seed: 1 };
  const model = await engine.openModel({ modelKey: "rewards", baseModel: loomModelId, lora });
  const points: Point[] = [];
  for (let step = 0; step <= mostSteps; step += 1) {
    const sampler = await engine.publish(model, `step-${step}`);
    const groups = await Promise.all(
      prompts.map((prompt, index) => group(sampler, prompt, step * prompts.length + index)),
    );
    await engine.retire(sampler);
    const rollouts = groups.flat();
    const value = rollouts.reduce((sum, { reward }) => sum + reward, 0) / rollouts.length;
    points.push({ step, value, seconds: (performance.now() - from) / 1000 });
    if (value > goal) break;
    const advantages = advantagesOf(
      groups.map((made) =>
        made.map(({ reward, tokens }) => ({ reward, trainableTokens: tokens.length })),
      ),
    ).flat();
    const data = rollouts.flatMap(({ prompt, tokens, logprobs }, index) => {
      const taught = advantages[index];
      if (!taught) return [];
      const { advantage, tokenWeight: weight } = taught;
      return [completionDatum(prompt, tokens, { advantage, weight, logprobs })];
    });
    // Where all answers of every group earn the same there is nothing to learn from.
    if (data.length === 0) continue;
    await engine.accumulate(model, data, { name: "importance_sampling" });
    await engine.step(model, { learningRate: 3e-3, clipNorm: 1 });
  }
  await engine.close(model);
  return { goal, points };
}
