/**
 * Asks the weights in a folder held-out questions, prints scores and misses, and writes the scores into the folder's
 * model card.
 *
 * `node loom/evaluate.ts [--folder folder] [--questions n] [--misses n] [--write]`
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Compute } from "../src/compute/compute.ts";
import { evaluateFolder, reportedPerCategory, writeReport } from "./evaluation/report.ts";
import { scoreTable } from "./evaluation/score-table.ts";

const { values: options } = parseArgs({
  options: {
    folder: { type: "string", default: fileURLToPath(new URL("../models/loom", import.meta.url)) },
    questions: { type: "string", default: String(reportedPerCategory) },
    misses: { type: "string", default: "20" },
    write: { type: "boolean", default: false },
  },
});

const compute = new Compute();
const evaluations = evaluateFolder(options.folder, compute, Number(options.questions));
for (const { condition, misses } of evaluations) {
  const every = Math.max(1, Math.ceil(misses.length / Number(options.misses)));
  for (const miss of misses.filter((_, index) => index % every === 0)) {
    process.stdout.write(`${condition}: ${JSON.stringify(miss)}\n`);
  }
}
process.stdout.write(`${scoreTable(evaluations)}\n`);
if (options.write) writeReport(options.folder, evaluations);
await compute.close();
