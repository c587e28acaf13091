import type { Training } from "@heddle/types";
import { metricNames } from "../../../training/rl/steps/metric-names.ts";
import { ownMetrics, rewardsOf } from "../step-metrics.ts";
import type { Curve } from "./chart.ts";

/** Everything that a report tells. */
export interface JobHistory {
  readonly job: Training.TrainingJob;
  readonly events: readonly Training.TrainingEvent[];
  /** Of the job's model, as `entity/project/model`. */
  readonly modelName: string;
  /** The rewards of the model at each of its steps. */
  readonly rewards: readonly Training.MetricPoint[];
}

/** Metrics of a step that get a curve, in their order, by the names that jobs of either kind give them. */
const titles: readonly (readonly [title: string, names: readonly string[]])[] = [
  ["Loss", [metricNames.loss, "loss"]],
  ["Divergence from the reference (KL)", [metricNames.divergence]],
  ["Entropy", [metricNames.entropy]],
  ["Norm of the gradient", [metricNames.gradientNorm, "grad_norm"]],
  ["Learning rate", [metricNames.learningRate, "learning_rate"]],
  ["Tokens a second", ["tokens_per_second"]],
];

/** The metrics of each gradient step of a job. */
export function stepMetrics(
  events: readonly Training.TrainingEvent[],
): readonly Readonly<Record<string, number>>[] {
  return events.flatMap((event) =>
    event.type === "gradient_step" ? [ownMetrics(event.data)] : [],
  );
}

/** The curves of a job, for what there is of them. The reward is that of the model's steps: a job has one. */
export function curvesOf({ job, events, rewards: points }: JobHistory): readonly Curve[] {
  const steps = stepMetrics(events);
  const ofSteps = titles.map(([title, names]) => ({
    title,
    over: "gradient step",
    points: steps.flatMap((metrics, index) => {
      const y = names.map((name) => metrics[name]).find((value) => value !== undefined);
      return y === undefined ? [] : { x: index + 1, y };
    }),
  }));
  const rewards = rewardsOf(points, job.recipe.start_step ?? Infinity);
  const reward = {
    title: "Mean reward of the trajectories, up to those of this job",
    over: "step of the model",
    points: job.type === "rl" ? rewards.map(({ step: x, reward: y }) => ({ x, y })) : [],
  };
  const [loss, ...others] = ofSteps;
  return [loss, reward, ...others].flatMap((curve) =>
    curve === undefined || curve.points.length === 0 ? [] : curve,
  );
}
