/**
 * Refuses generation that has become slow, and a kit that has become slow against code without it.
 *
 * The gates run alone and one after the other. Other load on the machine slows a run but never
 * speeds it up, so each figure is the best of a few runs.
 *
 * `node .ci/run-cost.ts [name limit]`: checks only the figures with this text in the name, against
 * this limit.
 */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

interface Figure {
  readonly name: string;
  readonly limit: number;
  readonly unit: string;
  readonly measure: () => number;
}

const tries = 4;

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  return execFileSync(process.execPath, args, {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
}

function seconds(work: () => unknown): number {
  const from = performance.now();
  work();
  return (performance.now() - from) / 1000;
}

/** The generator writes into the folder that it is run in. */
const generator = fileURLToPath(new URL("../packages/codegen/src/main.ts", import.meta.url));
const kitBench = (name: string): unknown =>
  JSON.parse(run([`packages/server-kit/bench/${name}.ts`, "--json"]));

interface Ratio {
  readonly ratio: number;
}

const figures: readonly Figure[] = [
  {
    name: "npm run generate, everything",
    limit: 5,
    unit: "s",
    // With CI set, the generator forgets earlier runs.
    measure: () => seconds(() => run([generator], { CI: "true" })),
  },
  {
    name: "npm run generate, nothing to do",
    limit: 1,
    unit: "s",
    measure: () => seconds(() => run([generator], { CI: "" })),
  },
  {
    name: "a small request through the kit, over bare Hono",
    limit: 1.5,
    unit: "times",
    measure() {
      const small = kitBench("small-request") as { readonly inProcess: Ratio; overHttp: Ratio };
      return Math.max(small.inProcess.ratio, small.overHttp.ratio);
    },
  },
  {
    name: "a batch of 1,000 calls read by the kit, over JSON.parse",
    limit: 3,
    unit: "times",
    measure() {
      const batches = kitBench("read-batch") as readonly { readonly whole: number }[];
      return Math.max(...batches.map(({ whole }) => whole));
    },
  },
  {
    name: "tsc of 115 operations and their handlers",
    limit: 5,
    unit: "s",
    measure() {
      const args = ["packages/server-kit/bench/handler-types.ts", "--json", "--runs", "1"];
      const { backend } = JSON.parse(run(args)) as { readonly backend: { totalMs: number } };
      return backend.totalMs / 1000;
    },
  },
];

const [part, ownLimit] = process.argv.slice(2);
const asked =
  part === undefined
    ? figures
    : figures
        .filter(({ name }) => name.includes(part))
        .map((figure) => ({ ...figure, limit: Number(ownLimit) }));
if (asked.length === 0) throw new Error(`no figure has "${part}" in its name`);

let failed = false;
for (const { name, limit, unit, measure } of asked) {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < tries && !(best <= limit); attempt += 1) {
    best = Math.min(best, measure());
  }
  console.log(`${name}: ${best.toFixed(2)} ${unit} (budget ${limit})`);
  if (!(best <= limit)) failed = true;
}
process.exitCode = failed ? 1 : 0;
