/** Reinforcement learning in the small (GRPO): rewards the built-in model for answers that begin with "Yes". */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Completion,
  completionsOf,
  openEmbeddedEngine,
  type SamplerRef,
} from "@heddle/engine";
import { advantagesOf, completionDatum } from "@heddle/engine/losses";

/** Nothing that it was taught: asked again and again it says both. */
const questions = [
  "is a cloud a fruit?",
  "is a stone a fruit?",
  "is a stone an animal?",
  "is a robot an animal?",
  "is a doll an animal?",
  "is a unicorn an animal?",
  "is a car a plant?",
  "is today monday?",
];

const folder = await mkdtemp(join(tmpdir(), "train-on-rewards-"));
const engine = await openEmbeddedEngine({ directory: folder });
const baseModel = "heddle/loom";
const text = engine.text(baseModel);
const prompts = await Promise.all(
  questions.map((content) => text.encodePrompt({ messages: [{ role: "user", content }] })),
);

interface Trajectory extends Completion {
  readonly prompt: Int32Array;
  readonly reward: number;
}

/** Eight answers to one question, by the weights of this step. */
async function group(target: SamplerRef, prompt: Int32Array, seed: number): Promise<Trajectory[]> {
  const request = { prompt, maxTokens: 8, n: 8, seed };
  const answers = await completionsOf(engine.sample(target, request));
  return Promise.all(
    answers.map(async (answer) => {
      const said = await text.decode(answer.tokens, { skipSpecialTokens: true });
      return { ...answer, prompt, reward: said.startsWith("Yes") ? 1 : 0 };
    }),
  );
}

const model = await engine.openModel({ modelKey: "yes", baseModel, lora: { rank: 8, seed: 1 } });
for (let step = 1; step <= 12; step += 1) {
  const sampler = await engine.publish(model, `step-${step}`);
  const groups = await Promise.all(
    prompts.map((prompt, index) => group(sampler, prompt, step * prompts.length + index)),
  );
  await engine.retire(sampler);
  const trajectories = groups.flat();
  const mean = trajectories.reduce((sum, { reward }) => sum + reward, 0) / trajectories.length;
  if (step === 1 || mean > 0.95) console.log(`step ${step}: mean reward ${mean.toFixed(2)}`);
  if (mean > 0.95) break;

  const advantages = advantagesOf(
    groups.map((made) =>
      made.map(({ reward, tokens }) => ({ reward, trainableTokens: tokens.length })),
    ),
  ).flat();
  const data = trajectories.flatMap(({ prompt, tokens, logprobs }, index) => {
    const taught = advantages[index];
    if (!taught) return [];
    const { advantage, tokenWeight: weight } = taught;
    return [completionDatum(prompt, tokens, { advantage, weight, logprobs })];
  });
  // Where all answers of every group earn the same there is nothing to learn.
  if (data.length === 0) continue;
  await engine.accumulate(model, data, { name: "cispo", clipLow: 0, clipHigh: 5 });
  await engine.step(model, { learningRate: 0.0005 });
}
await engine.shutdown();
