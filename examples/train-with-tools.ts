/** Reinforcement learning with tools: over several turns, rewards teach a model which tool is the right one. */
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
  name: `tools-${randomUUID().slice(0, 8)}`,
  base_model: "heddle/loom",
});

/** Nothing tells the model which of them is right: only rewards do. */
const tools = ["lift", "drop", "turn", "push"].map((name) => ({
  type: "function" as const,
  function: {
    name,
    parameters: {
      type: "object",
      properties: { thing: { type: "string" } },
      required: ["thing"],
    },
  },
}));
type Choice = Training.TrainableChoice;
type Items = readonly Training.TrajectoryItem[];
const says = (content: string) => ({ role: "user" as const, content });
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Next turns of a conversation, all of them calls. They stay as they come: training needs their tokens. */
async function turns(history: Items, n: number, seed: number): Promise<Choice[]> {
  const messages = history.map((item) => ("finish_reason" in item ? item.message : item));
  const { choices } = await training.chat.create({
    model: `wandb-artifact:///${entity}/${projectName}/${model.name}`,
    // What the model said is a message, too.
    messages: messages as Training.ChatMessage[],
    tools,
    tool_choice: "required",
    n,
    seed,
    max_completion_tokens: 40,
  });
  return choices;
}

/** The tool that a turn calls, and the thing that it names. */
function callOf({ message }: Choice): { readonly id: string; tool?: string; thing?: unknown } {
  const [call] = message.tool_calls ?? [];
  if (call?.type !== "function") return { id: "none" };
  const { name, arguments: text } = call.function;
  // An answer that was cut short has half of its arguments.
  const thing: unknown = text.endsWith("}")
    ? (JSON.parse(text) as { thing?: unknown }).thing
    : null;
  return { id: call.id, tool: name, thing };
}

/** Eight attempts: two turns about two things, and one of a helper with a conversation of its own. */
async function group(tool: string, things: readonly string[], seed: number) {
  const [first = "", second = "", helpers = ""] = things;
  const begin = [says(`the ${first}`)];
  const helperBegins = [says(`a ${helpers}`)];
  const [firsts, helped] = await Promise.all([
    turns(begin, 8, seed),
    turns(helperBegins, 8, seed + 1),
  ]);
  const attempts = firsts.map(async (choice, at) => {
    const done = { role: "tool" as const, tool_call_id: callOf(choice).id, content: "done" };
    const history: Items = [...begin, choice, done, says(`the ${second}`)];
    const [next] = await turns(history, 1, seed + 2 + at);
    const helper = helped[at];
    if (next === undefined || helper === undefined) throw new Error("An answer is missing.");
    const isRight = [choice, next, helper].map((turn, index) => {
      const call = callOf(turn);
      return Number(call.tool === tool && call.thing === things[index]);
    });
    return {
      messages_and_choices: [...history, next],
      tools,
      additional_histories: [{ messages_and_choices: [...helperBegins, helper], tools }],
      reward: mean(isRight),
    };
  });
  return { trajectories: await Promise.all(attempts) };
}

/** Waits until a job has ended, and returns the step that it made. */
async function ended(id: string): Promise<number> {
  for (;;) {
    const { status, step, error } = await training.trainingJobs.read(id);
    if (status === "succeeded") return step ?? 0;
    if (status === "failed") throw new Error(error?.message);
    await sleep(100);
  }
}

// The right tool is the one that the untrained model calls nearest to a quarter of the time.
const untrained = (await turns([says("the stone")], 32, 1)).map((choice) => callOf(choice).tool);
const offQuarter = tools.map(({ function: { name } }) => {
  const share = untrained.filter((called) => called === name).length / untrained.length;
  return { name, off: Math.abs(share - 0.25) };
});
const right = offQuarter.toSorted((one, other) => one.off - other.off)[0]?.name ?? "";

const rounds = [
  ["stone", "cup", "hat"],
  ["apple", "ball", "stone"],
  ["cup", "hat", "apple"],
];
const means: number[] = [];
for (let round = 0; round <= 20; round += 1) {
  const groups = await Promise.all(
    rounds.map((things, at) => group(right, things, (round * rounds.length + at) * 100)),
  );
  const reached = mean(groups.flatMap(({ trajectories }) => trajectories.map((one) => one.reward)));
  means.push(reached);
  console.log(`step ${round}: mean reward ${reached.toFixed(2)}`);
  if (reached > 0.8) break;
  const job = await training.trainingJobs.create({
    model_id: model.id,
    trajectory_groups: groups,
    experimental_config: { learning_rate: 0.003 },
  });
  await ended(job.id);
}
console.log(`from below 0.5 to above 0.8: ${(means[0] ?? 1) < 0.5 && (means.at(-1) ?? 0) > 0.8}`);
await training.models.delete(model.id);
