import { execFile } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repository, treeCopy } from "../drift/tree-copy.ts";

let root: string;

beforeAll(async () => {
  root = await treeCopy();
  // The generator keeps its memory of earlier runs there.
  await mkdir(join(root, "node_modules"));
});

afterAll(() => rm(root, { recursive: true, force: true }));

/** The output of the gate for the cheapest figure with this limit. */
async function check(limit: string): Promise<string> {
  const args = [join(repository, ".ci/run-cost.ts"), "nothing to do", limit];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
    return stdout;
  } catch (error) {
    const { code, stdout = "" } = error as { code?: number; stdout?: string };
    if (code !== 1 || stdout === "") throw error;
    return `refused: ${stdout}`;
  }
}

describe("the budget of runs", () => {
  test("passes a run within it, and prints its time", async () => {
    expect(await check("600")).toMatch(/^npm run generate, nothing to do: [\d.]+ s/);
  });

  test("refuses a slower run, after as many tries as a busy machine may need", async () => {
    expect(await check("0.001")).toMatch(/^refused: .*nothing to do: [\d.]+ s/);
  });
});
