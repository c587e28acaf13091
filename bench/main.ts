/**
 * `npm run bench -- [PART…|all] [--quick] [--write] [--profile=FOLDER]`, where a part is codegen,
 * typecheck, kit, client, stub, text, engine-kernels, engine-decode, engine-train, engine-start,
 * engine-learning, engine-determinism, engine-models, engine-beside, chat, training, training-kills,
 * ingest, memory, reads, statements, feedback, fairness, slow-readers, start, cold or siege.
 *
 * Programs that need what a package does not export stand in the `bench` of that package (engine,
 * server-kit, text), since no package imports another's sources; this one runs them, measures what
 * is public, and writes the tables of all.
 *
 * Prints a table for each part; `--write` also puts the tables into the pages of docs/.
 * `--machine=TEXT` is the description of the machine there. `--prototype=FOLDER` compares the
 * engine's parts with the engine in that folder, `--before=CHECKOUT` engine-decode and engine-train
 * with those of another checkout of this repository. `--python=FOLDER` and `--node=PATH` are for
 * engine-beside. `--minutes=NUMBER` is the length of a siege.
 */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Bench } from "./bench.ts";
import { isPart, measure, onRequest, parts } from "./parts/parts.ts";
import { markdown } from "./report/table.ts";
import { writeToPage } from "./report/write-page.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    profile: { type: "string" },
    prototype: { type: "string" },
    before: { type: "string" },
    python: { type: "string" },
    node: { type: "string" },
    machine: { type: "string" },
    minutes: { type: "string" },
  },
});
const isForAll = positionals.length === 0 || positionals.includes("all");
const asked = isForAll ? parts.filter((part) => !onRequest.includes(part)) : positionals;
const unknown = asked.find((name) => !isPart(name));
if (unknown !== undefined)
  throw new Error(`There is no part ${unknown}. The parts are ${parts.join(", ")}, all.`);
if (values.write && values.quick)
  throw new Error(
    "Figures of a quick run do not belong on the page: leave out --quick or --write.",
  );
if (values.write && values.before !== undefined)
  throw new Error("The pages have no columns for another checkout: leave out --before or --write.");
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
if (minutes !== undefined && !(minutes > 0))
  throw new Error(`--minutes takes a number above 0, not ${values.minutes}.`);

const folder = await mkdtemp(join(tmpdir(), "heddle-bench-"));
const bench: Bench = {
  quick: values.quick,
  folder,
  profileFolder: values.profile,
  prototypeFolder: values.prototype,
  beforeFolder: values.before,
  pythonFolder: values.python,
  otherNode: values.node,
  minutes,
  say: (line) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`),
};
try {
  for await (const table of measure(asked.filter(isPart), bench)) {
    console.log(`\n## ${table.name}\n\n${markdown(table)}`);
    if (values.write) writeToPage(table, measured());
  }
  await rm(folder, { recursive: true, force: true });
} catch (error) {
  bench.say(`The folders and logs of the failed run are in ${folder}`);
  throw error;
}

/** The machine and the date of the measurement. */
function measured(): string {
  const { machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB` } =
    values;
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, ${machine}, Node ${process.versions.node}, commit ${commit}.`;
}
