import type { Datum } from "../../datum.ts";
import type { CheckpointRef, Engine, ModelHandle } from "../../engine.ts";
import { EngineError } from "../../errors.ts";
import { advantagesOf } from "../../losses/advantages.ts";
import { completionDatum } from "../../losses/completion-datum.ts";
import { accumulateCustom } from "../../losses/linearise.ts";
import { policyLoss } from "../../losses/policy.ts";
import type { JobOutcome, JobsTrial, JobTrajectory } from "../drivers.ts";

/** An engine that can be ended from outside, and what then stands in its place. */
export interface Restartable {
  readonly engine: Engine;
  /** Ends the engine without a goodbye and starts it anew over the same disk. */
  restart(): Promise<Engine>;
}

/** How a runner may go wrong, for the suite's own test. */
export type JobDefect = "forgets_optimizer" | "fails_without_gradient";

/**
 * The least that runs jobs over an engine and loses none: each job ends in a checkpoint, and one that loses its model
 * starts again from the checkpoint before.
 */
export class JobRunner implements JobsTrial {
  private readonly restartable: Restartable;
  private engine: Engine;
  private readonly model: { readonly modelKey: string; readonly baseModel: string };
  private readonly defect: JobDefect | null;
  private handle: ModelHandle | null = null;
  private checkpoint: CheckpointRef | null = null;
  private names = 0;

  constructor(
    restartable: Restartable,
    model: { readonly modelKey: string; readonly baseModel: string },
    defect: JobDefect | null = null,
  ) {
    this.restartable = restartable;
    this.engine = restartable.engine;
    this.model = model;
    this.defect = defect;
  }

  async run(
    groups: readonly (readonly JobTrajectory[])[],
    { killEngine = false }: { readonly killEngine?: boolean } = {},
  ): Promise<JobOutcome> {
    const data = dataOf(groups);
    if (data.length === 0) {
      const status = this.defect === "fails_without_gradient" ? "failed" : "succeeded";
      return { status, hasStepped: false, errors: [] };
    }
    const errors: string[] = [];
    // A loss of the engine costs one attempt; three in a row are no accident.
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      try {
        const handle = await this.opened();
        await accumulateCustom(this.engine, handle, data, policyLoss({}));
        const stepping = this.engine.step(handle, { learningRate: 0.01 });
        if (killEngine && attempt === 1) {
          const [, restarted] = await Promise.allSettled([stepping, this.restartable.restart()]);
          if (restarted.status === "rejected") throw restarted.reason;
          this.engine = restarted.value;
        }
        await stepping;
        await this.save(handle);
        return { status: "succeeded", hasStepped: true, errors };
      } catch (error) {
        const isLost =
          error instanceof EngineError &&
          (error.kind === "model_lost" || error.kind === "unavailable");
        if (!isLost) throw error;
        errors.push(error.kind);
        this.handle = null;
      }
    }
    return { status: "failed", hasStepped: false, errors };
  }

  async scores(tokens: Int32Array): Promise<readonly (number | null)[]> {
    const sampler = await this.engine.publish(await this.opened(), this.name());
    return this.engine.score(sampler, tokens);
  }

  async close(): Promise<void> {
    await this.engine.shutdown();
  }

  private async opened(): Promise<ModelHandle> {
    const resume = this.checkpoint && {
      from: this.checkpoint,
      withOptimizer: this.defect !== "forgets_optimizer",
    };
    this.handle ??= await this.engine.openModel({
      ...this.model,
      lora: { rank: 2, seed: 1 },
      ...(resume && { resume }),
    });
    return this.handle;
  }

  private async save(handle: ModelHandle): Promise<void> {
    this.checkpoint = await this.engine.saveState(handle, this.name());
  }

  private name(): string {
    this.names += 1;
    return `job-${this.names}`;
  }
}

/** One sequence per trajectory that teaches something. */
function dataOf(groups: readonly (readonly JobTrajectory[])[]): Datum[] {
  const advantages = advantagesOf(
    groups.map((group) =>
      group.map(({ reward, completion }) => ({ reward, trainableTokens: completion.length })),
    ),
  );
  return groups.flatMap((group, g) =>
    group.flatMap((trajectory, i) => {
      const made = advantages[g]?.[i] ?? null;
      if (made === null) return [];
      const { prompt, completion, logprobs } = trajectory;
      const { advantage, tokenWeight: weight } = made;
      return [completionDatum(prompt, completion, { weight, advantage, logprobs })];
    }),
  );
}
