import type { BaseText } from "@heddle/engine";
import {
  JobFailure,
  type JobWork,
  type PrepareWork,
  type StepMetrics,
  type WorkContext,
} from "../jobs/job-work.ts";
import { type Batch, Batches, dataOf } from "./batches.ts";
import { conversationOf } from "./conversation.ts";
import { Examples } from "./example.ts";
import { loggedSection } from "./logged-section.ts";
import type { SftConfig } from "./sft-config.ts";

/** What a job on examples is made of. */
export interface SftInput {
  readonly config: SftConfig;
  /** Tokenizer and chat template of the model's base. */
  readonly text: BaseText;
  /** The lines of the training data, blank ones too. */
  readonly lines: (signal: AbortSignal) => AsyncIterable<string>;
}

/**
 * AdamW without decay, the gradient cut to a norm of 1, as the trainer of the ART project fine-tunes
 * (`art/unsloth/train.py`).
 */
const adam = { betas: [0.9, 0.99] as const, epsilon: 1e-8, weightDecay: 0, clipNorm: 1 };

/**
 * Supervised fine-tuning: cross entropy of the assistant's turns, one optimizer step for each batch, once
 * through the file in its order.
 *
 * @throws JobFailure naming the line that is no conversation, and for too few learning rates
 */
export const prepareSftWork: PrepareWork<SftInput> = async (input, context) => {
  const { inFile, trained } = await batchesOf(input, context);
  const { learningRate, logsMetrics } = input.config;
  if (typeof learningRate !== "number" && learningRate.length < inFile) {
    throw new JobFailure(
      `The data makes ${inFile} batches, and config.learning_rate has ${learningRate.length} rates. ` +
        "Give one for each batch, or one number for all.",
    );
  }
  const rateOf = (batch: Batch): number =>
    typeof learningRate === "number" ? learningRate : (learningRate[batch.index] ?? 0);
  return {
    sequences: trained.length,
    steps: trained.length,
    takeStep: async (index, at) => {
      const metrics = await takeStep(trained[index], rateOf, at);
      return logsMetrics ? { ...metrics, ...loggedRow(metrics, index + 1) } : metrics;
    },
    summary: (steps) => (logsMetrics ? averages(steps) : {}),
  } satisfies JobWork;
};

async function batchesOf(
  { config, text, lines }: SftInput,
  { engine, handle, signal }: WorkContext,
): Promise<ReturnType<Batches["finished"]>> {
  const { baseModels } = await engine.describe({ signal });
  const base = baseModels.find(({ id }) => id === handle.baseModel);
  const contextTokens = base?.contextTokens ?? 0;
  const examples = await Examples.of(text, config.turns, contextTokens, signal);
  const batches = new Batches(config.batchSize);
  for await (const { example } of inOrder(lines(signal), async (line, number) => {
    const conversation = conversationOf(line, number, config.turns);
    if (conversation === undefined) return undefined;
    return { example: await examples.of(conversation, number, signal) };
  })) {
    batches.add(example);
  }
  return batches.finished();
}

/**
 * Lines that are read at once. The tokenizer works in another thread: waiting for each of its answers takes longer than
 * its work. A line may be long, so there are few of them.
 */
const linesAtOnce = 8;

/** What becomes of lines, in their order; the first failure in this order is the one that is thrown. */
async function* inOrder<Result>(
  lines: AsyncIterable<string>,
  read: (line: string, number: number) => Promise<Result | undefined>,
): AsyncGenerator<Result> {
  const ahead: Promise<Result | undefined>[] = [];
  let number = 0;
  for await (const line of lines) {
    number += 1;
    const result = read(line, number);
    // It is awaited in its turn; until then nobody hears of its failure.
    result.catch(() => {});
    ahead.push(result);
    if (ahead.length < linesAtOnce) continue;
    const first = await ahead.shift();
    if (first !== undefined) yield first;
  }
  for (const result of ahead) {
    const next = await result;
    if (next !== undefined) yield next;
  }
}

async function takeStep(
  batch: Batch | undefined,
  rateOf: (batch: Batch) => number,
  { engine, handle, signal }: WorkContext,
): Promise<StepMetrics> {
  if (batch === undefined) throw new Error("There is no such batch.");
  const startedMs = performance.now();
  const learningRate = rateOf(batch);
  const found = await engine.accumulate(
    handle,
    dataOf(batch),
    { name: "cross_entropy" },
    { signal },
  );
  const { gradientNorm } = await engine.step(handle, { ...adam, learningRate }, { signal });
  const seconds = Math.max(performance.now() - startedMs, 1) / 1000;
  return {
    loss: found.metrics["loss:sum"] ?? Number.NaN,
    learning_rate: learningRate,
    grad_norm: gradientNorm,
    num_trajectories: batch.examples.length,
    num_tokens: batch.tokens,
    num_trainable_tokens: batch.trainedTokens,
    num_dropped_trajectories: batch.dropped,
    tokens_per_second: batch.tokens / seconds,
  };
}

/** The row of a step that the server logs in place of the client: `sft/loss`, …, and which step it is, from 1 on. */
function loggedRow(metrics: StepMetrics, step: number): StepMetrics {
  const row = Object.entries(metrics).map(([name, value]) => [loggedSection + name, value]);
  return { [`${loggedSection}gradient_step`]: step, ...Object.fromEntries(row) };
}

/** The mean of each metric over all steps, as metrics of the split `train`. */
function averages(steps: readonly StepMetrics[]): StepMetrics {
  const names = Object.keys(steps[0] ?? {}).filter((name) => !name.startsWith(loggedSection));
  const mean = (name: string): number =>
    steps.reduce((sum, step) => sum + (step[name] ?? 0), 0) / steps.length;
  return Object.fromEntries(names.map((name) => [`train/${name}`, mean(name)]));
}
