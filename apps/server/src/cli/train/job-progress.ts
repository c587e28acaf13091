import type { Training } from "@heddle/types";
import { lossMetrics, rewardMetric, shortNumber } from "./step-metrics.ts";
import { sparkline } from "./sparkline.ts";

const barWidth = 20;
const mostBlocks = 24;
const usualColumns = 80;

/** What is known of a job while it runs, from its events, and how that looks in a terminal. */
export class JobProgress {
  readonly #loss: string;
  readonly #nowMs: () => number;
  readonly #losses: number[] = [];
  #rewards: readonly number[] = [];
  #steps: number | undefined;
  #done = 0;
  /** The first step that came while somebody watched, and when: what came at once says nothing about speed. */
  #since: { readonly done: number; readonly atMs: number } | undefined;

  constructor(kind: Training.TrainingJob["type"], nowMs: () => number) {
    this.#loss = lossMetrics[kind];
    this.#nowMs = nowMs;
  }

  /** The rewards of the steps of the model so far; for jobs by reward. */
  set rewards(rewards: readonly number[]) {
    this.#rewards = rewards;
  }

  /** Takes events that came at once. */
  add(events: readonly Training.TrainingEvent[]): void {
    for (const { type, data } of events) {
      if (type === "training_started") this.#steps = data.num_sequences;
      if (type !== "gradient_step") continue;
      this.#done += 1;
      const loss = data[this.#loss];
      if (loss !== undefined) this.#losses.push(loss);
    }
    if (this.#done > 0) this.#since ??= { done: this.#done, atMs: this.#nowMs() };
  }

  /** One line for a person. */
  line(columns: number | undefined): string {
    const parts = [this.#bar(), ...this.#curves(), this.#left()].filter((part) => part !== "");
    // A line that wraps is not replaced by the next one.
    return parts.join("  ").slice(0, (columns || usualColumns) - 1);
  }

  #bar(): string {
    if (this.#steps === undefined) return "starting …";
    const share = this.#steps === 0 ? 1 : this.#done / this.#steps;
    const full = Math.round(Math.min(share, 1) * barWidth);
    return `[${"█".repeat(full)}${"░".repeat(barWidth - full)}] ${this.#done}/${this.#steps}`;
  }

  /** The reward of the model's steps first: it is what a job by reward is for, and its loss says little. */
  #curves(): readonly string[] {
    return [
      { name: rewardMetric.split("/").at(-1), values: this.#rewards },
      { name: "loss", values: this.#losses },
    ].flatMap(({ name, values }) => {
      const last = values.at(-1);
      return last === undefined
        ? []
        : `${name} ${shortNumber(last)} ${sparkline(values, mostBlocks)}`;
    });
  }

  #left(): string {
    if (this.#since === undefined || this.#steps === undefined) return "";
    const taken = this.#done - this.#since.done;
    const seconds = (this.#nowMs() - this.#since.atMs) / 1000;
    const remaining = this.#steps - this.#done;
    return taken > 0 && remaining > 0 ? `${duration((remaining * seconds) / taken)} left` : "";
  }
}

/** `5 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
}
