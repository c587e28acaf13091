import type { Training } from "@heddle/types";
import { until } from "../../../store/traces/testing/until.ts";
import type { Listed } from "../../testing/jobs-of-server.ts";
import { baseModel, type TrainingServer } from "../../testing/training-server.ts";
import { newerConfig, olderConfig } from "./trainer-configs.ts";

/** `older`: releases up to 0.5.8, which log trajectories. `newer`: those that ask for token ids and do not log. */
export type Generation = "older" | "newer";

interface Checkpoint {
  readonly id: string;
  readonly step: number;
  readonly metrics: Readonly<Record<string, number>>;
}

/** The requests of the Python client in their order, with its headers, bodies and cursors (training-api §1.5, §13). */
export class PythonClient {
  readonly #server: TrainingServer;
  readonly #generation: Generation;

  constructor(server: TrainingServer, generation: Generation) {
    this.#server = server;
    this.#generation = generation;
  }

  async register(name: string): Promise<Training.Model> {
    const body = { entity: null, project: "demo", name, base_model: baseModel };
    return await this.#ask("POST", "/preview/models", { ...body, return_existing: true });
  }

  /** The newest step; 0 where there is none. */
  async currentStep(modelId: string): Promise<number> {
    const path = `/preview/models/${modelId}/checkpoints?limit=1&order=desc`;
    const { data } = await this.#ask<Listed<Checkpoint>>("GET", path);
    return data[0]?.step ?? 0;
  }

  /** A trajectory of one answer, as the client sends it back. */
  async rollout(model: string, reward: number): Promise<object> {
    const messages = [
      { role: "system", content: "Answer yes or no." },
      { role: "user", content: "Is water wet?" },
    ];
    const asksForTokens = { return_token_ids: true, return_tokens_as_token_ids: true };
    const { choices } = await this.#ask<Training.ChatCompletion>("POST", "/chat/completions", {
      model,
      messages,
      temperature: 1,
      max_completion_tokens: 12,
      ...(this.#generation === "newer" && asksForTokens),
    });
    return {
      messages_and_choices: [...messages, this.#resent(choices[0]!)],
      tools: null,
      additional_histories: [],
      reward,
      initial_policy_version: null,
      final_policy_version: null,
      metrics: { completion_tokens: 2 },
      metadata: {},
      logs: [],
      of_a_later_release: { kept: [1] },
    };
  }

  /** What a choice is after the client has read and written it: older releases know no ids of tokens. */
  #resent({ token_ids, prompt_token_ids, ...choice }: Training.ChatChoice): object {
    const unset = { refusal: null, annotations: null, audio: null, function_call: null };
    const sent = { ...choice, message: { ...unset, ...choice.message } };
    return this.#generation === "older" ? sent : { ...sent, token_ids, prompt_token_ids };
  }

  async log(modelId: string, groups: readonly object[]): Promise<void> {
    const body = { model_id: modelId, trajectory_groups: groups, split: "val" };
    await this.#ask("POST", `/preview/models/${modelId}/log`, body);
  }

  /**
   * Queues a job and reads its events as the client does: from the last gradient step that it knows, over all pages.
   *
   * @throws Error with what the client raises if the job fails, or if the order of the events is not what it asserts
   */
  async train(modelId: string, groups: readonly object[]): Promise<{ readonly steps: number }> {
    const { id } = await this.#ask<{ id: string }>("POST", "/preview/training-jobs", {
      model_id: modelId,
      trajectory_groups: groups,
      experimental_config: this.#generation === "older" ? olderConfig : newerConfig,
    });
    let sequences: number | undefined;
    let steps = 0;
    let after: string | undefined;
    let hasEnded = false;
    await until(async () => {
      for await (const event of this.#events(id, after)) {
        if (event.type === "training_started") sequences = event.data.num_sequences;
        if (event.type === "gradient_step") {
          if (sequences === undefined) throw new Error("A step came before the job had started.");
          for (const value of Object.values(event.data)) {
            if (!Number.isFinite(value))
              throw new Error(`${JSON.stringify(event.data)} has no float.`);
          }
          steps += 1;
          after = event.id;
        }
        if (event.type === "training_failed") {
          throw new Error(`Training job failed: ${event.data.error_message}`);
        }
        if (event.type === "training_ended") hasEnded = true;
      }
      return hasEnded;
    });
    if (sequences !== steps) throw new Error(`${sequences} steps were announced, ${steps} came.`);
    return { steps };
  }

  /** Deletes all steps but the newest and the one with the best `val/reward`; returns those that it deleted. */
  async prune(modelId: string): Promise<readonly number[]> {
    const newest = await this.currentStep(modelId);
    const all: Checkpoint[] = [];
    for await (const one of this.#pages<Checkpoint>(`/preview/models/${modelId}/checkpoints`)) {
      all.push(one);
    }
    const worth = ({ metrics }: Checkpoint): number => metrics["val/reward"] ?? -Infinity;
    const [best] = all.toSorted((one, other) => worth(other) - worth(one));
    const keeps = this.#generation === "older" ? [newest, best?.step] : [newest];
    const steps = all.map(({ step }) => step).filter((step) => !keeps.includes(step));
    if (steps.length > 0) await this.deleteSteps(modelId, steps);
    return steps;
  }

  async deleteSteps(
    modelId: string,
    steps: readonly number[],
  ): Promise<Training.CheckpointsDeleted> {
    return await this.#ask("DELETE", `/preview/models/${modelId}/checkpoints`, { steps });
  }

  async delete(modelId: string): Promise<Training.ModelDeleted> {
    return await this.#ask("DELETE", `/preview/models/${modelId}`);
  }

  async #ask<Body>(method: string, path: string, body?: object): Promise<Body> {
    const response = await fetch(`${this.#server.url}/v1${path}`, {
      method,
      // A redirected body would be sent twice.
      redirect: "error",
      headers: {
        Authorization: `Bearer ${this.#server.keys.acme}`,
        Accept: "application/json",
        "Content-Type": "application/json",
        "User-Agent": "Client/Python 2.54.0",
        "X-Stainless-Lang": "python",
        "x-stainless-retry-count": "0",
        "x-stainless-read-timeout": "600.0",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (response.status === 200) return answer as Body;
    throw new Error(`Error code: ${response.status} - ${JSON.stringify(answer)}`);
  }

  #events(jobId: string, after: string | undefined): AsyncGenerator<Training.TrainingEvent> {
    return this.#pages(`/preview/training-jobs/${jobId}/events`, after);
  }

  /** All items behind one: the client goes on while a page is not empty and says that there is more. */
  async *#pages<Item extends { readonly id: string }>(
    path: string,
    after?: string,
  ): AsyncGenerator<Item> {
    for (let cursor = after; ;) {
      const query = cursor === undefined ? "" : `?after=${cursor}`;
      const page = await this.#ask<Listed<Item>>("GET", path + query);
      yield* page.data;
      cursor = page.data.at(-1)?.id;
      if (!page.has_more || cursor === undefined) return;
    }
  }
}
