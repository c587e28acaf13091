import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Training } from "@heddle/types";
import { until } from "../../store/traces/testing/until.ts";
import { baseModel, type TrainingServer } from "./training-server.ts";

/** A page of anything. */
export interface Listed<Item> {
  readonly data: readonly Item[];
  readonly first_id: string;
  readonly last_id: string;
  readonly has_more: boolean;
}

/** A question and the answer to learn. */
export interface Pair {
  readonly question: string;
  readonly answer: string;
}

/** Training jobs of a started server, as a client asks for them. */
export class JobsOfServer {
  readonly #server: TrainingServer;

  constructor(server: TrainingServer) {
    this.#server = server;
  }

  /** Makes a model of the project `demo`. */
  async model(
    name: string = randomUUID(),
  ): Promise<{ readonly id: string; readonly name: string }> {
    const body = { project: "demo", name, base_model: baseModel };
    return { id: await this.#made("/preview/models", body), name };
  }

  /** Writes lines into a file that the server may read, and returns its address. */
  async file(lines: readonly string[]): Promise<string> {
    const path = join(this.#server.root, `${randomUUID()}.jsonl`);
    await writeFile(path, lines.map((line) => `${line}\n`).join(""));
    return pathToFileURL(path).href;
  }

  /** Queues a job on examples, and returns its id. */
  async onLines(modelId: string, lines: readonly string[], config: object = {}): Promise<string> {
    const body = { model_id: modelId, training_data_url: await this.file(lines), config };
    return await this.#made("/preview/sft-training-jobs", body);
  }

  async read(id: string): Promise<Training.TrainingJob> {
    const path = `/preview/training-jobs/${id}`;
    return (await this.#server.ask<Training.TrainingJob>("GET", path)).body;
  }

  /** All events of a job so far. */
  async events(id: string): Promise<readonly Training.TrainingEvent[]> {
    const events: Training.TrainingEvent[] = [];
    for (let after = ""; ;) {
      const path = `/preview/training-jobs/${id}/events?limit=100${after}`;
      const { body } = await this.#server.ask<Listed<Training.TrainingEvent>>("GET", path);
      events.push(...body.data);
      if (!body.has_more) return events;
      after = `&after=${body.last_id}`;
    }
  }

  /** The job, once it has ended. */
  async ended(id: string): Promise<Training.TrainingJob> {
    await until(async () => ["succeeded", "failed"].includes((await this.read(id)).status));
    return await this.read(id);
  }

  /** Waits until a job has taken so many steps. */
  async taken(id: string, steps: number): Promise<void> {
    await until(async () => (await this.read(id)).completed_sequences >= steps);
  }

  /** The checkpoints of a model, the newest first. */
  async checkpoints(modelId: string): Promise<readonly Training.Checkpoint[]> {
    const path = `/preview/models/${modelId}/checkpoints?order=desc`;
    return (await this.#server.ask<Listed<Training.Checkpoint>>("GET", path)).body.data;
  }

  /** What a model answers, without chance. */
  async answer(name: string, question: string): Promise<string> {
    const body = {
      model: `wandb-artifact:///acme/demo/${name}`,
      messages: [{ role: "user", content: question }],
      temperature: 0,
      max_completion_tokens: 60,
    };
    const { body: found } = await this.#server.ask<{
      choices: { message: { content: string } }[];
    }>("POST", "/chat/completions", { body });
    return found.choices[0]?.message.content ?? "";
  }

  async #made(path: string, body: object): Promise<string> {
    const answer = await this.#server.ask<{ id: string }>("POST", path, { body });
    if (answer.status === 200) return answer.body.id;
    throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
}

/** A line of training data. */
export function lineOf({ question, answer }: Pair): string {
  return JSON.stringify({
    messages: [
      { role: "user", content: question },
      { role: "assistant", content: answer },
    ],
  });
}
