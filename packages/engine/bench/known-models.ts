/**
 * `node packages/engine/bench/known-models.ts [--quick]`: how fast models of well-known shapes are, and what memory they
 * take, with untrained weights, on which neither depends. Prints JSON; `npm run bench -- engine-models` makes a table of it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runMeasured } from "./measured/run-measured.ts";
import type { Serving } from "./measured/serving.ts";
import { knownShapes } from "./models/known-shapes.ts";
import { writeRandomFolder } from "./models/random-folder.ts";

const { values: flags } = parseArgs({ options: { quick: { type: "boolean", default: false } } });
const results: Record<string, Serving> = {};
for (const [name, shape] of Object.entries(knownShapes).slice(0, flags.quick ? 1 : undefined)) {
  const folder = mkdtempSync(join(tmpdir(), "heddle-bench-known-"));
  try {
    await writeRandomFolder(folder, shape);
    results[name] = await runMeasured<Serving>("serving.ts", folder, String(2 ** 32));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
console.log(JSON.stringify(results));
