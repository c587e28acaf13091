/** Reinforcement learning by a server: asks a model, rewards short answers, and trains it on what it said. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Heddle } from "@heddle/client";
import type { Training } from "@heddle/types";
import { settings } from "./settings.ts";

const { project, ...connection } = settings;
const { training } = new Heddle(connection);
const [entity = "", projectName = ""] = project.split("/");
const model = await training.models.create({
  project: projectName,
  name: `short-${randomUUID().slice(0, 8)}`,
  base_model: "heddle/loom",
});
/** Nothing that it was taught: asked again and again it says this and that. */
const questions = ["is zq a vw?", "is a cloud sad?", "is kx jj?", "is today long?"];
const rewardOf = (text: string): number => Math.max(0, 1 - text.length / 60);

/** Eight answers to one question. Choices go back as they came: their tokens and log probabilities are trained. */
async function group(content: string, seed: number): Promise<Training.TrajectoryGroup> {
  const message = { role: "user" as const, content };
  const { choices } = await training.chat.create({
    model: `wandb-artifact:///${entity}/${projectName}/${model.name}`,
    messages: [message],
    n: 8,
    seed,
    max_completion_tokens: 20,
  });
  const trajectories = choices.map((choice) => ({
    messages_and_choices: [message, choice],
    reward: rewardOf(choice.message.content ?? ""),
  }));
  return { trajectories };
}

/** Waits until a job has ended, and returns the step that it made. */
async function ended(id: string): Promise<number> {
  for (;;) {
    const { status, step, error } = await training.trainingJobs.read(id);
    if (status === "succeeded") return step ?? 0;
    if (status === "failed") throw new Error(error?.message);
    await sleep(200);
  }
}

const means: number[] = [];
for (let round = 1; round <= 10; round += 1) {
  const groups = await Promise.all(questions.map((text, index) => group(text, round * 10 + index)));
  const rewards = groups.flatMap(({ trajectories }) => trajectories.map((one) => one.reward ?? 0));
  const mean = rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
  means.push(mean);
  console.log(`round ${round}: mean reward ${mean.toFixed(2)}`);
  const job = await training.trainingJobs.create({
    model_id: model.id,
    trajectory_groups: groups,
    experimental_config: { learning_rate: 0.003 },
  });
  const step = await ended(job.id);
  if (round === 10) console.log(`step ${step} answers now`);
}
const [first = 1] = means;
console.log(`half of the way to 1, or more: ${(means.at(-1) ?? 0) > (1 + first) / 2}`);
await training.models.delete(model.id);
