import type { ClientOptions } from "./core/index.ts";
import { InferenceClient } from "./generated/inference/index.ts";
import { TraceClient } from "./generated/trace/index.ts";
import { TrainingClient } from "./generated/training/index.ts";

/** What a client of all services is told once. */
export interface HeddleOptions extends ClientOptions {
  /** Where the server is, without the path of a service. Default: `http://127.0.0.1:4777`. */
  readonly baseUrl?: string | undefined;
  /** `team/project`, to which inference counts what is used. Default: as the server decides. */
  readonly project?: string | undefined;
}

/**
 * Client of a Heddle server with all its services. Each is also to be had alone, as
 * `@heddle/client/trace`, for programs that should be small.
 *
 * Throws `TypeError` for options that cannot work.
 *
 * @example
 * const heddle = new Heddle({ apiKey: process.env.HEDDLE_API_KEY });
 * const { call } = await heddle.trace.calls.read({ project_id: "acme/support", id });
 */
export class Heddle {
  /** Calls, and the objects, tables and files that they refer to. */
  readonly trace: TraceClient;
  /** Models in training, their checkpoints, jobs and data. */
  readonly training: TrainingClient;
  /** Answers of models. */
  readonly inference: InferenceClient;

  constructor({ baseUrl = "http://127.0.0.1:4777", project, ...options }: HeddleOptions = {}) {
    const root = baseUrl.replace(/\/+$/, "");
    const headers = { "openai-project": project, ...options.headers };
    this.trace = new TraceClient({ ...options, baseUrl: `${root}/traces` });
    this.training = new TrainingClient({ ...options, baseUrl: `${root}/training/v1` });
    this.inference = new InferenceClient({ ...options, baseUrl: `${root}/inference/v1`, headers });
  }
}
