import { fileURLToPath } from "node:url";
import type { Bench } from "../bench.ts";
import { timedRun } from "../processes/measured-run.ts";
import { figure, type Table } from "../report/table.ts";

interface Comparison {
  readonly bareUs: number;
  readonly kitUs: number;
  readonly ratio: number;
}

/** The output of `packages/server-kit/bench/small-request.ts`. */
interface SmallRequest {
  readonly inProcess: Comparison;
  readonly overHttp: Comparison;
  readonly budget: number;
}

/** The output of `packages/server-kit/bench/read-batch.ts`; all but the first two are ratios. */
interface ReadBatch {
  readonly label: string;
  readonly parseMs: number;
  readonly whole: number;
  readonly budget: number;
}

/** The cost of the kit, over bare Hono and over `JSON.parse`. */
export interface KitCosts {
  readonly small: SmallRequest;
  readonly batches: readonly ReadBatch[];
}

const programs = new URL("../../packages/server-kit/bench/", import.meta.url);

/** Each runs in a process of its own, since both measure single microseconds. */
export async function measureKit(bench: Bench): Promise<KitCosts> {
  const run = async (program: string): Promise<unknown> => {
    const { output } = await timedRun([fileURLToPath(new URL(program, programs)), "--json"]);
    return JSON.parse(output);
  };
  const small = (await run("small-request.ts")) as SmallRequest;
  const batches = (await run("read-batch.ts")) as ReadBatch[];
  bench.say(`small request ${figure(small.inProcess.ratio)} of bare Hono`);
  return { small, batches };
}

export function kitTable({ small, batches }: KitCosts): Table {
  const compared = ({ bareUs, kitUs, ratio }: Comparison): string[] => [
    `${figure(bareUs)} µs`,
    `${figure(kitUs)} µs`,
    figure(ratio),
    figure(small.budget),
  ];
  return {
    name: "kit",
    columns: ["", "without", "with the kit", "ratio", "budget"],
    rows: [
      ["small request in process, over bare Hono", ...compared(small.inProcess)],
      ["small request over HTTP, over bare Hono", ...compared(small.overHttp)],
      ...batches.map(({ label, parseMs, whole, budget }) => [
        `${label}, over \`JSON.parse\``,
        `${figure(parseMs)} ms`,
        `${figure(parseMs * whole)} ms`,
        figure(whole),
        figure(budget),
      ]),
    ],
    notes: ["Lower quartiles of rounds in turns."],
  };
}
