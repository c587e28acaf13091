import type { Training } from "@heddle/types";
import { ConfigError } from "../../config/config.ts";
import { heddleCommand } from "../../config/heddle-command.ts";
import type { ServerAddress } from "../server-address.ts";
import { rewardMetric } from "./step-metrics.ts";

/** A page of a list. */
interface Page<Item> {
  readonly data: readonly Item[];
  readonly last_id: string;
  readonly has_more: boolean;
}

/** The server cannot answer just now: it starts, stops, is busy or is not there. A later request may be answered. */
export class NoAnswer extends ConfigError {}

const mostAtOnce = 100;
/** Jobs that a message lists. */
const mostListed = 5;

/** Reads training jobs of a server over HTTP. */
export class JobReader {
  readonly address: ServerAddress;

  constructor(address: ServerAddress) {
    this.address = address;
  }

  /** @throws ConfigError for an unknown job, with those that there are; NoAnswer */
  async job(id: string, signal?: AbortSignal): Promise<Training.TrainingJob> {
    const job = await this.#get<Training.TrainingJob>(jobPath(id), signal);
    if (job !== undefined) return job;
    const list = `training-jobs?order=desc&limit=${mostListed}`;
    const newest = (await this.#get<Page<Training.TrainingJob>>(list, signal))?.data ?? [];
    const others =
      newest.length === 0
        ? `This key sees no job at ${this.address.url}. Is it the right server, and the key of the job's entity?`
        : `The newest: ${newest.map((one) => `${one.id} (${one.type}, ${one.status})`).join(", ")}.`;
    throw new ConfigError(`There is no training job ${JSON.stringify(id)}. ${others}`);
  }

  /** The events of a job behind one of them, or all. */
  async events(
    id: string,
    after: string | undefined,
    signal?: AbortSignal,
  ): Promise<readonly Training.TrainingEvent[]> {
    return await this.#all<Training.TrainingEvent>(`${jobPath(id)}/events?`, after, signal);
  }

  /** What a model was rewarded with at each of its steps, among other metrics; none where the model was deleted. */
  async rewards(modelId: string, signal?: AbortSignal): Promise<readonly Training.MetricPoint[]> {
    const path = `${modelPath(modelId)}/metrics?prefix=${encodeURIComponent(rewardMetric)}&`;
    return await this.#all<Training.MetricPoint>(path, undefined, signal);
  }

  /** `entity/project/model`; the id of a model that was deleted. */
  async modelName(modelId: string, signal?: AbortSignal): Promise<string> {
    const model = await this.#get<Training.Model>(modelPath(modelId), signal);
    return model === undefined
      ? `the deleted model ${modelId}`
      : `${model.entity}/${model.project}/${model.name}`;
  }

  /** Every item of a list; none where there is no list. */
  async #all<Item>(
    path: string,
    behind: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<readonly Item[]> {
    const items: Item[] = [];
    for (let after = behind; ;) {
      const cursor = after === undefined ? "" : `&after=${encodeURIComponent(after)}`;
      const page = await this.#get<Page<Item>>(`${path}limit=${mostAtOnce}${cursor}`, signal);
      if (page === undefined) return items;
      items.push(...page.data);
      if (!page.has_more) return items;
      after = page.last_id;
    }
  }

  /** undefined for what is not there. */
  async #get<Body>(path: string, signal: AbortSignal | undefined): Promise<Body | undefined> {
    const { url, key } = this.address;
    const headers = { Authorization: `Bearer ${key}` };
    const response = await fetch(`${url}/v1/preview/${path}`, {
      headers,
      ...(signal !== undefined && { signal }),
    }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw new NoAnswer(`${url} does not answer: ${causeOf(error)}.`);
    });
    if (response.ok) return (await response.json()) as Body;
    // An id that is none answers 422.
    if (response.status === 404 || response.status === 422) return undefined;
    if (response.status === 401) {
      throw new ConfigError(
        `${url} refuses the key. Give another one in HEDDLE_API_KEY; ${heddleCommand("keys create")} makes one.`,
      );
    }
    const says = `${url} answers ${response.status} ${response.statusText}.`;
    throw response.status === 429 || response.status >= 500
      ? new NoAnswer(says)
      : new ConfigError(says);
  }
}

function jobPath(id: string): string {
  return `training-jobs/${encodeURIComponent(id)}`;
}

function modelPath(id: string): string {
  return `models/${encodeURIComponent(id)}`;
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
