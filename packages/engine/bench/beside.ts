/**
 * `node packages/engine/bench/beside.ts [--python=FOLDER] [--node=PATH] [--quick]`: how fast the built engine samples and
 * trains through its public interface on this Node, beside PyTorch on the processor (`npm run parity:python` makes its
 * folder) and beside itself on the Node of a path, with the same random weights, tokens and threads.
 * Prints JSON; `npm run bench -- engine-beside` makes a table of it.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { pythonHome, pythonOf } from "../parity/python-home.ts";
import { writeRandomFolder } from "./models/random-folder.ts";
import { shapes, type ShapeName } from "./models/shapes.ts";
import { sideContest } from "./sides/side-contest.ts";
import { type MeasuredJob, measuredJobs, promptOf } from "./sides/side-jobs.ts";
import { Side, type SideTimes } from "./sides/side.ts";

/** One job and what a run of it took: `engine` first, then `pytorch` and `node` where they take part. */
export interface BesideTimes {
  readonly model: ShapeName;
  readonly threads: number;
  readonly work: MeasuredJob["work"];
  readonly tokens: number;
  readonly times: Readonly<Record<string, SideTimes>>;
}

/** What this program prints. */
export interface BesideReport {
  readonly jobs: readonly BesideTimes[];
  /** The largest difference of a log-probability between two sides. */
  readonly largestDifference: number;
  /** The version of the other Node. */
  readonly node: string | null;
  /** How many programs wanted a core before the first turn, on average over a minute. */
  readonly loadBefore: number;
  /** Whether that was too many to measure two threads. */
  readonly isBusy: boolean;
}

const { values: flags } = parseArgs({
  options: {
    python: { type: "string" },
    node: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
/** Sums of 49,152 exponentials in float32 differ by less. */
const tolerance = 1e-3;
const python = pythonOf(flags.python ?? pythonHome);
if (!existsSync(python))
  throw new Error(`There is no ${python}. Run npm run parity:python in packages/engine.`);
const dist = join(import.meta.dirname, "..", "dist");
const root = mkdtempSync(join(tmpdir(), "heddle-bench-beside-"));
const [loadBefore = Number.NaN] = loadavg();
/** PyTorch's threads spin until all have come; one that has to wait for a core stalls the others: such figures say nothing. */
const isBusy = loadBefore > availableParallelism() / 4;
const jobs: BesideTimes[] = [];
let largestDifference = 0;
try {
  for (const model of flags.quick ? (["builtIn"] as const) : (["builtIn", "medium"] as const)) {
    const folder = await writeRandomFolder(join(root, model), shapes[model]);
    for (const threads of flags.quick || isBusy ? [1] : [1, 2])
      await measure(model, folder, threads);
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
const node = flags.node === undefined ? null : versionOf(flags.node);
console.log(
  JSON.stringify({ jobs, largestDifference, node, loadBefore, isBusy } satisfies BesideReport),
);

async function measure(model: ShapeName, folder: string, threads: number): Promise<void> {
  const program = (name: string): string => join(import.meta.dirname, "sides", name);
  const engineArgs = [program("engine-side.js"), dist, folder, String(threads)];
  const sides = [
    new Side("engine", [process.execPath, ...engineArgs]),
    new Side("pytorch", [python, "-B", program("pytorch_side.py"), folder, String(threads)]),
    ...(flags.node === undefined ? [] : [new Side("node", [flags.node, ...engineArgs])]),
  ];
  try {
    await compare(sides);
    for (const { work, job, tokens, turns } of measuredJobs(model)) {
      const times = await sideContest(sides, job, { turns: flags.quick ? 2 : turns });
      jobs.push({ model, threads, work, tokens, times });
    }
  } finally {
    await Promise.all(sides.map((side) => side.close()));
  }
}

/** Fails unless all sides have the same weights. */
async function compare([first, ...others]: readonly Side[]): Promise<void> {
  const tokens = promptOf(64);
  const expected = await first!.score(tokens);
  for (const side of others) {
    const found = await side.score(tokens);
    const differences = expected.map((value, index) => Math.abs(value - found[index]!));
    largestDifference = Math.max(largestDifference, ...differences);
    if (!(largestDifference < tolerance))
      throw new Error(`${side.name} has other log-probabilities, by up to ${largestDifference}.`);
  }
}

function versionOf(path: string): string {
  return execFileSync(path, ["-p", "process.versions.node"], { encoding: "utf8" }).trim();
}
