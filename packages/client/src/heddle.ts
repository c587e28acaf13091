import type { ClientOptions } from "./core/index.ts";
import { InferenceClient } from "./generated/inference/index.ts";
import { TraceClient } from "./generated/trace/index.ts";
import { TrainingClient } from "./generated/training/index.ts";

/** The options of a client for all services. */
export interface HeddleOptions extends ClientOptions {
  /** The server's address, without the path of a service. Default: `http://127.0.0.1:4777`. */
  readonly baseUrl?: string | undefined;
  /** `team/project`; inference counts its usage there. Default: the server decides. */
  readonly project?: string | undefined;
}

/**
 * Client of a Heddle server with all its services. Each service also has its own small client, such
 * as `@heddle/client/trace`.
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
  /** Models in training, with their checkpoints, jobs and data. */
  readonly training: TrainingClient;
  /** Answers from models. */
  readonly inference: InferenceClient;

  constructor({ baseUrl = "http://127.0.0.1:4777", project, ...options }: HeddleOptions = {}) {
    const root = baseUrl.replace(/\/+$/, "");
    const headers = { "openai-project": project, ...options.headers };
    this.trace = new TraceClient({ ...options, baseUrl: `${root}/traces` });
    this.training = new TrainingClient({ ...options, baseUrl: `${root}/training/v1` });
    this.inference = new InferenceClient({ ...options, baseUrl: `${root}/inference/v1`, headers });
  }
}
