import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { repository } from "../drift/tree-copy.ts";

const script = join(repository, ".ci/test-limits.ts");

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "heddle-test-limits-"));
  await mkdir(join(root, "apps"));
  await write("package.json", '{ "type": "module" }');
  await write("packages/one/package.json", '{ "scripts": { "test": "vitest run" } }');
  await write(
    "packages/one/vitest.config.ts",
    "export default { test: { testTimeout: 240_000, hookTimeout: 240_000 } };",
  );
  await report(1_000, 2_000);
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
}

/** A suite of one file: how long its test took, and how long the file. */
async function report(testMs: number, fileMs: number): Promise<void> {
  const assertionResults = [{ fullName: "the test", duration: testMs }];
  const testResults = [{ name: "a.test.ts", startTime: 0, endTime: fileMs, assertionResults }];
  await write("packages/one/reports/vitest.json", JSON.stringify({ testResults }));
}

/** The output of the gate; empty if it passes. */
async function check(): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script], { cwd: root });
    return stdout;
  } catch (error) {
    const { code, stdout = "" } = error as { code?: number; stdout?: string };
    if (code !== 1 || stdout === "") throw error;
    return stdout;
  }
}

describe("the limits of tests", () => {
  test("pass if they are four times what each test took", async () => {
    await report(60_000, 120_000);
    expect(await check()).toBe("");
  });

  test("are too low for a test that took more than a quarter", async () => {
    await report(60_001, 61_000);
    expect(await check()).toBe('a.test.ts: "the test" took 60001 of 240000 ms\n');
  });

  test("are too low for a file whose setup and teardown took as long", async () => {
    await report(1_000, 61_001);
    expect(await check()).toBe("a.test.ts: its setup and teardown took 60001 of 240000 ms\n");
  });

  test.each([
    'test("a", { timeout: LIMIT }, () => {});',
    "}, LIMIT);",
    "vi.setConfig({ testTimeout: LIMIT });",
    "await vi.waitFor(() => expect(count).toBe(1), LIMIT);",
    "await expect.poll(count, { timeout: LIMIT }).toBe(1);",
  ])("are refused if a test has a lower one of its own: %s", async (line) => {
    const file = "packages/one/src/folder/a.test.ts";
    await write(file, `${line.replace("LIMIT", "60_000")}\n`);
    expect(await check()).toMatch(
      /^packages\/one\/src\/folder\/a\.test\.ts: ".*" is a limit below/,
    );
    await write(file, `${line.replace("LIMIT", "300_000")}\n`);
    expect(await check()).toBe("");
  });

  test("are required", async () => {
    await write("packages/one/vitest.config.ts", "export default {};");
    expect(await check()).toContain("vitest.config.ts has no limit");
  });
});
