import type { EngineProfile, SamplingTarget } from "@heddle/engine";
import type { PolicyDatum } from "@heddle/engine/losses";
import { JobFailure, type JobWork, type StepMetrics, type WorkContext } from "../jobs/job-work.ts";
import { jobWarnings } from "./job-warnings.ts";
import { adamOf } from "./steps/adam.ts";
import { metricNames } from "./steps/metric-names.ts";
import { policyChange, type Probe, probeOf } from "./steps/policy-change.ts";
import { referenceScores } from "./steps/reference-scores.ts";
import { accumulateRow, type RowLoss } from "./steps/row-loss.ts";

/** Everything that the steps of a job are made of. */
export interface RlPlan {
  /** The sequences of each step. */
  readonly rows: readonly (readonly PolicyDatum[])[];
  readonly loss: RowLoss;
  /** Undefined where nothing is penalised. */
  readonly reference: SamplingTarget | undefined;
  /** The rate of a step with one sequence. */
  readonly learningRate: number;
  /** See `RlOptions`. */
  readonly ratePower: number;
  readonly profile: Pick<EngineProfile, "honouredAdam">;
  /** What is known of the data before the first step. */
  readonly counts: StepMetrics;
}

/** The steps of a job by reward: one for each row. */
export class RlWork implements JobWork {
  readonly #plan: RlPlan;
  /** Of the first step; absent when another process took it. */
  #probe: Probe | undefined;

  constructor(plan: RlPlan) {
    this.#plan = plan;
  }

  get sequences(): number {
    return this.#plan.rows.length;
  }

  get steps(): number {
    return this.#plan.rows.length;
  }

  async takeStep(index: number, context: WorkContext): Promise<StepMetrics> {
    const { rows, loss, reference, profile } = this.#plan;
    const row = rows[index];
    if (row === undefined) throw new RangeError(`The job has no step ${index}.`);
    const scores = reference === undefined ? null : await referenceScores(reference, row, context);
    const found = await accumulateRow({ data: row, reference: scores }, loss, context);
    if (index === 0) this.#probe = probeOf(row, found.logprobs);
    const learningRate = this.#rateOf(row);
    const { engine, handle, signal } = context;
    const { gradientNorm } = await engine.step(handle, adamOf(learningRate, profile), { signal });
    const isLast = index === rows.length - 1;
    return {
      [metricNames.loss]: found.loss,
      ...(found.entropy !== undefined && { [metricNames.entropy]: found.entropy }),
      ...(found.divergence !== undefined && { [metricNames.divergence]: found.divergence }),
      [metricNames.learningRate]: learningRate,
      [metricNames.gradientNorm]: gradientNorm,
      ...(isLast &&
        this.#probe !== undefined && {
          [metricNames.policyChange]: await policyChange(this.#probe, context),
        }),
    };
  }

  /** The mean of each metric over the steps that have it, and what is known of the data. */
  summary(steps: readonly StepMetrics[]): StepMetrics {
    const names = new Set(steps.flatMap((step) => Object.keys(step)));
    const means = [...names].map((name) => {
      const values = steps.flatMap((step) => step[name] ?? []);
      return [name, values.reduce((sum, value) => sum + value, 0) / values.length] as const;
    });
    return { ...Object.fromEntries(means), ...this.#plan.counts };
  }

  warnings(summary: StepMetrics): readonly string[] {
    return jobWarnings(summary);
  }

  #rateOf(row: readonly PolicyDatum[]): number {
    const { learningRate, ratePower } = this.#plan;
    const rate = learningRate * row.length ** ratePower;
    if (Number.isFinite(rate)) return rate;
    throw new JobFailure(
      `num_trajectories_learning_rate_multiplier_power of ${ratePower} makes the learning rate of a step with ${row.length} sequences infinite.`,
    );
  }
}
