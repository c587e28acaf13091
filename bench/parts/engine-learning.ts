import type { Bench } from "../bench.ts";
import { runEngineProgram } from "../engine/program.ts";
import { figure, type Table } from "../report/table.ts";

/** The output of `packages/engine/bench/learning/curve.ts`. */
interface Curve {
  readonly goal: number;
  readonly points: readonly {
    readonly step: number;
    readonly value: number;
    readonly seconds: number;
  }[];
}

/** The output of `packages/engine/bench/learn.ts`. */
interface LearningReport {
  readonly answers: Curve;
  readonly reward: Curve;
}

/** Measures how well and how soon the built-in model learns. */
export function measureEngineLearning(bench: Bench): Promise<LearningReport> {
  return runEngineProgram(bench, "learn.ts", []);
}

export function engineLearningTable({ answers, reward }: LearningReport): Table {
  const row = (name: string, { points }: Curve, shown: (value: number) => string): string[] => {
    const last = points.at(-1);
    if (last === undefined) throw new Error(`${name} has no points.`);
    const curve = points.map(({ step, value }) => `${step}: ${shown(value)}`).join(", ");
    return [name, curve, String(last.step), figure(last.seconds)];
  };
  return {
    name: "engine-learning",
    columns: ["", "step: value", "steps", "s"],
    rows: [
      row(`exact answers of ${answers.goal}`, answers, String),
      row(`mean reward, to above ${reward.goal}`, reward, figure),
    ],
    notes: [
      "One run each on the built-in model, adapter of rank 8, with a thread for each core; the seconds count sampling, publishing and checking too.",
    ],
  };
}
