/** Looks at what a model was rewarded for: its metrics step by step, its groups, and one trajectory whole. */
import { randomUUID } from "node:crypto";
import { Heddle } from "@heddle/client";
import { settings } from "./settings.ts";

const { project, ...connection } = settings;
const { training } = new Heddle(connection);
const model = await training.models.create({
  project: project.split("/")[1] ?? "",
  name: `judged-${randomUUID().slice(0, 8)}`,
  base_model: "heddle/loom",
});

// Two answers to each of two questions, judged.
const judged = (question: string, answers: Readonly<Record<string, number>>) => ({
  metadata: { question },
  trajectories: Object.entries(answers).map(([content, reward]) => ({
    messages_and_choices: [
      { role: "user" as const, content: question },
      { role: "assistant" as const, content },
    ],
    reward,
  })),
});
await training.models.log(model.id, {
  split: "val",
  trajectory_groups: [
    judged("Is water wet?", { yes: 1, no: 0 }),
    judged("Is fire cold?", { no: 1, "not at all": 1 }),
  ],
});

for await (const { step, metrics } of training.models.metrics(model.id, { prefix: "val/" })) {
  console.log(`step ${step}: ${JSON.stringify(metrics)}`);
}

let best = "";
for await (const group of training.trajectories.list(model.id, { split: "val" })) {
  const rewards = group.trajectories.map(({ reward }) => reward).join(", ");
  console.log(`rewards ${rewards}: mean ${group.mean_reward}, deviation ${group.reward_std_dev}`);
  best ||= group.trajectories[0]?.id ?? "";
}

const { trajectory, group } = await training.trajectories.read(best);
console.log(`asked: ${JSON.stringify(group["metadata"])}`);
console.log(`said: ${JSON.stringify(trajectory["messages_and_choices"])}`);
await training.models.delete(model.id);
