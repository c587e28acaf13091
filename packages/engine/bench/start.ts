/**
 * `node packages/engine/bench/start.ts [--loom=FOLDER] [--quick]`: how soon an engine is ready and gives its first token, and
 * what memory it takes, with the built-in model (or another one in its place) and with 135 million parameters.
 * Prints JSON; `npm run bench -- engine-start` makes tables of it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loomFolder } from "../src/loom.ts";
import type { Opening } from "./measured/opening.ts";
import { runMeasured } from "./measured/run-measured.ts";
import { writeRandomFolder } from "./models/random-folder.ts";
import { shapes } from "./models/shapes.ts";

/** What this program prints: each opening is of a process of its own. */
export interface StartReport {
  readonly builtIn: readonly Opening[];
  readonly medium: readonly Opening[];
}

const { values: flags } = parseArgs({
  options: {
    loom: { type: "string", default: loomFolder },
    quick: { type: "boolean", default: false },
  },
});
const root = mkdtempSync(join(tmpdir(), "heddle-bench-start-"));
try {
  const builtIn: Opening[] = [];
  const medium: Opening[] = [];
  for (let start = 0; start < (flags.quick ? 1 : 7); start += 1)
    builtIn.push(await runMeasured<Opening>("opening.ts", flags.loom, "32", "512"));
  const folder = flags.quick ? null : await writeRandomFolder(join(root, "medium"), shapes.medium);
  if (folder !== null)
    for (let start = 0; start < 3; start += 1)
      medium.push(await runMeasured<Opening>("opening.ts", folder, "4", "128"));
  console.log(JSON.stringify({ builtIn, medium } satisfies StartReport));
} finally {
  rmSync(root, { recursive: true, force: true });
}
