/**
 * Pretrains Loom and writes its folder: weights, curve, scores and model card. Stopped at any moment, the same command
 * goes on from the last state on disk and ends in the same weights. With `--from`, a new run begins with the weights of
 * a folder that an earlier one wrote.
 *
 * `node loom/pretrain.ts [--from folder] [--out folder] [--state folder] [--threads n] [--tokens n] [--steps-per-state n]
 * [--questions n] [--tokenizer file]`
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Compute } from "../src/compute/compute.ts";
import { ChatForm } from "./chat-tokens.ts";
import { exportWeights } from "./export.ts";
import {
  evaluateFolder,
  reportedPerCategory,
  writeReport,
  writeRunFigures,
} from "./evaluation/report.ts";
import { scoreTable } from "./evaluation/score-table.ts";
import { beginWith, earlierFigures, weightsDigest } from "./training/earlier-run.ts";
import { lossCurve } from "./training/loss-curve.ts";
import { ProgressBar } from "./training/progress-bar.ts";
import { resumeRun, saveRun } from "./training/run-state.ts";
import { laterRun, loomSettings, type RunSettings } from "./training/settings.ts";
import { loomShape } from "./training/shape.ts";
import { TrainingRun } from "./training/training-run.ts";

const { values: options } = parseArgs({
  options: {
    from: { type: "string" },
    out: { type: "string", default: fileURLToPath(new URL("../models/loom", import.meta.url)) },
    state: { type: "string", default: fileURLToPath(new URL("../.heddle/loom", import.meta.url)) },
    tokenizer: {
      type: "string",
      default: fileURLToPath(new URL("../models/loom/tokenizer.json", import.meta.url)),
    },
    threads: { type: "string", default: "1" },
    tokens: { type: "string" },
    "steps-per-state": { type: "string", default: "250" },
    questions: { type: "string", default: String(reportedPerCategory) },
  },
});

const stepsPerState = Number(options["steps-per-state"]);
const { from, tokens } = options;
const before = from === undefined ? undefined : earlierFigures(from);
const settings: RunSettings = {
  ...loomSettings,
  ...(before === undefined
    ? {}
    : { ...laterRun(before.settings.seed), firstWeights: weightsDigest(from ?? "") }),
  ...(tokens === undefined ? {} : { totalTokens: Number(tokens) }),
};
const compute = new Compute({ threads: Number(options.threads) });
const form = new ChatForm(options.tokenizer);
const shape = { ...loomShape, vocabulary: form.vocabulary };
const run = new TrainingRun(settings, shape, form, compute);
const isResumed = resumeRun(run, options.state);
if (!isResumed && from !== undefined) beginWith(run, from);
process.stderr.write(`${isResumed ? "Goes on at" : "Begins at"} step ${run.step}.\n`);

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());

const bar = new ProgressBar(process.stderr);
const startMs = performance.now();
const startTokens = run.tokensSeen;
let smoothedLoss: number | null = null;
while (!run.isComplete && !stop.signal.aborted) {
  const loss = run.advance();
  smoothedLoss = smoothedLoss === null ? loss : smoothedLoss * 0.98 + loss * 0.02;
  const nowMs = performance.now();
  const tokensPerSecond = ((run.tokensSeen - startTokens) / (nowMs - startMs)) * 1000;
  const remainingSeconds = (settings.totalTokens - run.tokensSeen) / tokensPerSecond;
  bar.show({ share: run.progress, tokensPerSecond, remainingSeconds, loss: smoothedLoss }, nowMs);
  if (run.step % stepsPerState === 0) saveRun(run, options.state);
  // Lets signals in: nothing else in this loop waits.
  await new Promise((resolve) => setImmediate(resolve));
}
saveRun(run, options.state);
const curveFolder = run.isComplete ? options.out : options.state;
writeFileSync(
  join(curveFolder, "loss-curve.svg"),
  lossCurve(run.curve, "Pretraining of heddle/loom: loss of answers, nats per byte"),
);
if (run.isComplete) {
  exportWeights(run.model, options.out);
  writeRunFigures(options.out, { ...run.figures(), ...(before && { before }) });
  const evaluations = evaluateFolder(options.out, compute, Number(options.questions));
  writeReport(options.out, evaluations);
  process.stdout.write(`${scoreTable(evaluations)}\n`);
}
await compute.close();
