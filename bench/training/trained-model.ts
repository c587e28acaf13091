import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Heddle, type Training } from "@heddle/client";
import type { SampledRow } from "./bare-order.ts";
import { batchSize, learningRate, lines } from "./lessons.ts";

/** A server to ask. */
export interface Asked {
  readonly url: string;
  readonly apiKey: string;
}

/** A job that has ended, as its client saw it. */
export interface EndedJob {
  /** From the request that made it until its end was told. */
  readonly seconds: number;
  readonly job: Training.TrainingJob;
}

/** Answers to questions, as they go back with their rewards, and as the engine alone takes them. */
export interface Rollouts {
  readonly groups: Training.TrajectoryGroup[];
  readonly row: readonly SampledRow[];
}

const project = "bench";

/** A model of a server, trained and asked by a client. */
export class TrainedModel {
  readonly id: string;
  readonly name: string;
  readonly #training: Heddle["training"];

  private constructor(id: string, name: string, training: Heddle["training"]) {
    this.id = id;
    this.name = name;
    this.#training = training;
  }

  static async create(asked: Asked): Promise<TrainedModel> {
    const { training } = new Heddle({ baseUrl: asked.url, apiKey: asked.apiKey });
    const made = { project, name: randomUUID(), base_model: "heddle/loom" };
    const { id, entity, name } = await training.models.create(made);
    return new TrainedModel(id, `wandb-artifact:///${entity}/${project}/${name}`, training);
  }

  /** Uploads lessons, for jobs to read. */
  async upload(lessons: number): Promise<string> {
    const { artifacts } = this.#training;
    const { id } = await artifacts.create({ project, name: randomUUID() });
    await artifacts.putFile(id, "train.jsonl", new TextEncoder().encode(lines(lessons)));
    return (await artifacts.commit(id)).url;
  }

  async onExamples(url: string): Promise<string> {
    const config = { batch_size: batchSize, learning_rate: learningRate };
    const body = { model_id: this.id, training_data_url: url, config };
    return (await this.#training.sftTrainingJobs.create(body)).id;
  }

  async byReward(groups: Training.TrajectoryGroup[]): Promise<string> {
    const { id } = await this.#training.trainingJobs.create({
      model_id: this.id,
      trajectory_groups: groups,
      experimental_config: { learning_rate: learningRate },
    });
    return id;
  }

  /** Starts a job and waits for its end, looking every few ms. */
  async whole(start: () => Promise<string>, everyMs: number): Promise<EndedJob> {
    const startedAt = performance.now();
    const id = await start();
    for (;;) {
      const job = await this.job(id);
      const seconds = (performance.now() - startedAt) / 1000;
      if (job.status === "failed") throw new Error(`The job failed: ${job.error?.message}`);
      if (job.status === "succeeded") return { seconds, job };
      await sleep(everyMs);
    }
  }

  async job(id: string): Promise<Training.TrainingJob> {
    return await this.#training.trainingJobs.read(id);
  }

  async cancel(id: string): Promise<void> {
    await this.#training.trainingJobs.cancel(id);
  }

  /** Tokens of each step that a job has told so far. */
  async stepTokens(id: string): Promise<readonly number[]> {
    const tokens: number[] = [];
    for await (const event of this.#training.trainingJobs.events(id, { limit: 100 })) {
      if (event.type === "gradient_step") tokens.push(event.data["num_tokens"] ?? 0);
    }
    return tokens;
  }

  /** What happened in a job, in one text. */
  async eventTypes(id: string): Promise<string> {
    const types: string[] = [];
    for await (const { type } of this.#training.trainingJobs.events(id, { limit: 100 })) {
      types.push(type);
    }
    return types.join(" ");
  }

  /** Waits until a job has taken so many steps. */
  async taken(id: string, steps: number): Promise<void> {
    while ((await this.job(id)).completed_sequences < steps) await sleep(10);
  }

  /** Milliseconds from a question to the first token of a streamed answer of the newest step. */
  async firstTokenMs(question: number): Promise<number> {
    const askedAt = performance.now();
    const chunks = this.#training.chat.create({
      model: this.name,
      messages: [{ role: "user", content: `${question} is a number. Is it odd?` }],
      max_completion_tokens: 4,
      stream: true,
    });
    let firstMs: number | undefined;
    for await (const { choices } of chunks) {
      if (choices.some(({ token_ids: ids }) => (ids ?? []).length > 0)) {
        firstMs ??= performance.now() - askedAt;
      }
    }
    if (firstMs === undefined) throw new Error("A stream had no token.");
    return firstMs;
  }

  /** Eight answers to each of some questions; every other answer is rewarded. */
  async rollouts(first: number, questions = 8): Promise<Rollouts> {
    const groups: Training.TrajectoryGroup[] = [];
    const row: SampledRow[] = [];
    const all = Array.from({ length: questions }, async (_, at) => {
      const message = { role: "user" as const, content: `Is parcel ${first + at} here?` };
      const { choices } = await this.#training.chat.create({
        model: this.name,
        messages: [message],
        n: 8,
        seed: first + at,
        max_completion_tokens: 16,
      });
      groups.push({
        trajectories: choices.map((choice, index) => ({
          messages_and_choices: [message, choice],
          reward: index % 2,
        })),
      });
      for (const [index, { prompt_token_ids, token_ids, logprobs }] of choices.entries()) {
        row.push({
          prompt: prompt_token_ids ?? [],
          completion: token_ids ?? [],
          logprobs: logprobs?.content?.map(({ logprob }) => logprob) ?? [],
          advantage: index % 2 === 0 ? -1 : 1,
          weight: 1 / (8 * questions),
        });
      }
    });
    await Promise.all(all);
    return { groups, row };
  }
}
