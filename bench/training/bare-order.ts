import { fileURLToPath } from "node:url";
import { OrderedProcess } from "../processes/ordered-process.ts";

/** An answer of a rollout, as training sees it. */
export interface SampledRow {
  readonly prompt: readonly number[];
  readonly completion: readonly number[];
  readonly logprobs: readonly number[];
  readonly advantage: number;
  readonly weight: number;
}

/** A job for the engine alone: lessons in batches, or one step on the answers of rollouts. */
export type BareOrder =
  | { readonly kind: "examples"; readonly lessons: number }
  | { readonly kind: "reward"; readonly row: readonly SampledRow[] };

/** What a job took, from the opening of its model to its published weights. */
export interface BareRun {
  readonly tokens: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** An engine in a process of its own, which trains without a server. */
export type BareTrainer = OrderedProcess<object, BareOrder, BareRun>;

const program = fileURLToPath(new URL("./bare-trainer.ts", import.meta.url));

/** Opens the engine in an empty folder. */
export function startBareTrainer(directory: string): Promise<BareTrainer> {
  return OrderedProcess.start(program, [directory]);
}
