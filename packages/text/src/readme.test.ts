import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const home = fileURLToPath(new URL("../", import.meta.url));
const builtInModel = join(home, "../engine/models/loom");

test("the examples of the README print what they say", async () => {
  const readme = await readFile(join(home, "README.md"), "utf8");
  const blocks = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, block = ""]) => block);
  const program = blocks.join("\n");
  const printed = [...program.matchAll(/\/\/ → (.*)$/gm)].map(([, line]) => line);
  expect(printed).toHaveLength(blocks.length + 1);

  const reports = join(home, "reports");
  await mkdir(reports, { recursive: true });
  // Inside the package, so that its own name leads to what is built of it.
  const folder = await mkdtemp(join(reports, "readme-"));
  try {
    await cp(builtInModel, join(folder, "model"), { recursive: true });
    await writeFile(join(folder, "program.ts"), program);
    const run = await promisify(execFile)(process.execPath, ["program.ts"], { cwd: folder });
    expect(run).toEqual({ stdout: `${printed.join("\n")}\n`, stderr: "" });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
