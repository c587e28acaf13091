import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  completionsOf,
  openEmbeddedEngine,
  type BaseText,
  type Completion,
  type EmbeddedEngine,
  type ModelHandle,
  type SamplingTarget,
} from "@heddle/engine";
import type { Training } from "@heddle/types";
import type { StepMetrics, WorkContext } from "../../jobs/job-work.ts";
import { prepareRlWork } from "../prepare-rl-work.ts";
import type { RlInput } from "../rl-input.ts";

const baseModel = "heddle/loom";

/** A model over the built-in one, open for training in an engine of its own. */
export class OpenedModel implements AsyncDisposable {
  readonly engine: EmbeddedEngine;
  readonly text: BaseText;
  readonly #directory: string;
  readonly #samplers: SamplingTarget[] = [];
  #handle: ModelHandle;

  private constructor(engine: EmbeddedEngine, directory: string, handle: ModelHandle) {
    this.engine = engine;
    this.text = engine.text(baseModel);
    this.#directory = directory;
    this.#handle = handle;
  }

  static async open(): Promise<OpenedModel> {
    const directory = await mkdtemp(join(tmpdir(), "heddle-rl-"));
    const engine = await openEmbeddedEngine({ directory, threads: 1 });
    const opened = new OpenedModel(engine, directory, await openIn(engine));
    await opened.publish();
    return opened;
  }

  /** The step of the newest checkpoint. */
  get step(): number {
    return this.#samplers.length - 1;
  }

  get context(): WorkContext {
    return {
      engine: this.engine,
      handle: this.#handle,
      signal: AbortSignal.timeout(120_000),
    };
  }

  /** Begins anew with fresh weights. */
  async reopen(): Promise<void> {
    await this.engine.close(this.#handle);
    this.#handle = await openIn(this.engine);
    this.#samplers.length = 0;
    await this.publish();
  }

  async publish(): Promise<void> {
    this.#samplers.push(await this.engine.publish(this.#handle, crypto.randomUUID()));
  }

  input(
    groups: readonly Training.TrajectoryGroup[],
    config: RlInput["config"] = {},
    known: Partial<RlInput> = {},
  ): RlInput {
    return {
      groups,
      config,
      step: this.step,
      text: this.text,
      samplerOf: async (step) => this.#samplers[step],
      rewardDeviations: async () => [],
      ...known,
    };
  }

  /** Runs a job to its end: metrics of its steps, and their summary. */
  async train(
    input: RlInput,
  ): Promise<{ readonly steps: readonly StepMetrics[]; readonly summary: StepMetrics }> {
    const work = await prepareRlWork(input, this.context);
    const steps: StepMetrics[] = [];
    for (let index = 0; index < work.steps; index += 1) {
      steps.push(await work.takeStep(index, this.context));
    }
    await this.publish();
    return { steps, summary: work.summary(steps) };
  }

  /** What the newest checkpoint writes behind some tokens, of which it may not end it early. */
  async sample(prompt: Int32Array, n: number, seed: number): Promise<readonly Completion[]> {
    const request = { prompt, maxTokens: 6, n, seed, ignoreEnd: true };
    return completionsOf(this.engine.sample(this.#samplers.at(-1)!, request));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engine.shutdown();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** What a completion of tokens is on the wire. */
export function choice(
  { tokens, logprobs }: Pick<Completion, "tokens" | "logprobs">,
  prompt: ArrayLike<number>,
): Training.TrainableChoice {
  return {
    finish_reason: "stop",
    index: 0,
    message: { role: "assistant", content: null },
    logprobs: {
      content: [...tokens].map((token, at) => ({
        token: `token_id:${token}`,
        logprob: logprobs[at]!,
        bytes: null,
        top_logprobs: [],
      })),
    },
    token_ids: [...tokens],
    prompt_token_ids: Array.from(prompt),
  };
}

function openIn(engine: EmbeddedEngine): Promise<ModelHandle> {
  return engine.openModel({
    modelKey: crypto.randomUUID(),
    baseModel,
    lora: { rank: 8, alpha: 16, seed: 3407 },
  });
}
