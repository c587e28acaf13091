import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Heddle, type Training } from "@heddle/client";
import OpenAI from "openai";
import type { RunningServer } from "../server/running-server.ts";

/** What is said to a model, and what it said, as often as it was asked. */
export interface Asked {
  readonly messages: readonly { readonly role: "user"; readonly content: string }[];
  readonly choices: readonly OpenAI.ChatCompletion.Choice[];
}

/** How an answer is judged. */
export type Reward = (text: string) => number;

/** Groups to train on, and the mean of their rewards. */
export interface Rollouts {
  readonly groups: readonly Training.TrajectoryGroup[];
  readonly mean: number;
}

/** A model that a program trains: it asks with the official OpenAI client, and trains with ours. */
export class Learner {
  readonly id: string;
  /** The name under which the newest step answers. */
  readonly name: string;
  readonly #openai: OpenAI;
  readonly #training: Heddle["training"];

  private constructor(
    { id, entity, project, name }: Training.Model,
    openai: OpenAI,
    training: Heddle["training"],
  ) {
    this.id = id;
    this.name = `wandb-artifact:///${entity}/${project}/${name}`;
    this.#openai = openai;
    this.#training = training;
  }

  /** Makes a model of the entity `acme` on the built-in one. */
  static async create(server: RunningServer): Promise<Learner> {
    const apiKey = server.keys.write;
    const { training } = new Heddle({ baseUrl: server.url, apiKey });
    const made = { project: "loops", name: randomUUID(), base_model: "heddle/loom" };
    const baseURL = `${server.url}/training/v1`;
    const openai = new OpenAI({ apiKey, baseURL, maxRetries: 0, timeout: 600_000 });
    return new Learner(await training.models.create(made), openai, training);
  }

  /** Asks the newest step `n` times for eight tokens. */
  async ask(content: string, n: number, seed: number): Promise<Asked> {
    const messages = [{ role: "user" as const, content }];
    const { choices } = await this.#openai.chat.completions.create({
      model: this.name,
      messages,
      n,
      seed,
      temperature: 1,
      max_completion_tokens: 8,
    });
    return { messages, choices };
  }

  /** Eight answers to each question, judged. */
  async rollouts(questions: readonly string[], reward: Reward, seed: number): Promise<Rollouts> {
    const all = await Promise.all(
      questions.map((question, at) => this.ask(question, 8, seed * questions.length + at)),
    );
    const groups = all.map(({ messages, choices }) => ({
      trajectories: choices.map((choice) => ({
        messages_and_choices: [...messages, choice] as Training.TrajectoryItem[],
        reward: reward(choice.message.content ?? ""),
      })),
    }));
    const rewards = groups.flatMap(({ trajectories }) => trajectories.map((one) => one.reward));
    return { groups, mean: rewards.reduce((sum, one) => sum + one, 0) / rewards.length };
  }

  /** A stream of the newest step: its pieces, and why it ended. */
  async stream(content: string): Promise<{ readonly pieces: number; readonly end: string | null }> {
    const chunks = await this.#openai.chat.completions.create({
      model: this.name,
      messages: [{ role: "user", content }],
      max_completion_tokens: 64,
      stream: true,
    });
    let pieces = 0;
    let end: string | null = null;
    for await (const { choices } of chunks) {
      pieces += choices.length;
      end = choices[0]?.finish_reason ?? end;
    }
    return { pieces, end };
  }

  /** Trains by reward, and returns the job once it has ended well. */
  async train(groups: readonly Training.TrajectoryGroup[]): Promise<Training.TrainingJob> {
    const { id } = await this.#training.trainingJobs.create({
      model_id: this.id,
      trajectory_groups: [...groups],
      experimental_config: { learning_rate: 0.003 },
    });
    return await this.ended(id);
  }

  /** Queues a job on examples, one a step. */
  async onExamples(lines: readonly string[]): Promise<string> {
    const { artifacts, sftTrainingJobs } = this.#training;
    const artifact = await artifacts.create({ project: "loops", name: randomUUID() });
    const bytes = new TextEncoder().encode(lines.join("\n"));
    await artifacts.putFile(artifact.id, "train.jsonl", bytes);
    const { url } = await artifacts.commit(artifact.id);
    const job = await sftTrainingJobs.create({
      model_id: this.id,
      training_data_url: url,
      config: { batch_size: 1, learning_rate: 0.003 },
    });
    return job.id;
  }

  async job(id: string): Promise<Training.TrainingJob> {
    return await this.#training.trainingJobs.read(id);
  }

  /** The job, once it has ended well; the test that waits has a limit. */
  async ended(id: string): Promise<Training.TrainingJob> {
    for (;;) {
      const job = await this.job(id);
      if (job.status === "succeeded") return job;
      if (job.status === "failed") throw new Error(`The job failed: ${job.error?.message}`);
      await sleep(20);
    }
  }
}
