import { execFile } from "node:child_process";
import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repository, treeCopy } from "./tree-copy.ts";

const codegen = join(repository, "packages/codegen/src/main.ts");

let root: string;

beforeAll(async () => {
  root = await treeCopy();
});

afterAll(() => rm(root, { recursive: true, force: true }));

/** The result of `npm run generate -- --check` in the copy. */
async function check(): Promise<{ readonly passed: boolean; readonly output: string }> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [codegen, "--check"], {
      cwd: root,
    });
    return { passed: true, output: stdout };
  } catch (error) {
    const { code, stdout = "", stderr = "" } = error as Record<string, string | number>;
    if (code !== 1) throw error;
    return { passed: false, output: `${stdout}${stderr}` };
  }
}

const of = (path: string): string => join(root, path);

describe("regeneration", () => {
  test("changes nothing in the tree as it is", async () => {
    const { passed, output } = await check();
    expect(passed, output).toBe(true);
  });

  test("finds a spec that was edited without generating", async () => {
    const path = of("spec/training/paths/models.yaml");
    const text = await readFile(path, "utf8");
    const edited = text.replace(/^( +)summary: .*$/m, "$1summary: Something else entirely");
    expect(edited).not.toBe(text);
    await writeFile(path, edited);
    const { passed, output } = await check();
    await writeFile(path, text);
    expect(passed).toBe(false);
    expect(output).toContain("packages/client/src/generated/training/models.ts");
    expect(output).not.toContain("generated/trace/");
  });

  test("finds files that were edited by hand, are missing, or are left over", async () => {
    const edited = [
      "packages/types/src/generated/training.ts",
      "packages/client/src/generated/trace/calls.ts",
      "packages/server-kit/src/generated/inference/schemas.ts",
      "docs/reference/trace/calls.md",
    ];
    const missing = "packages/client/src/generated/training/models.ts";
    const leftOver = "packages/client/src/generated/training/left-over.ts";
    for (const path of edited) await appendFile(of(path), "\n// by hand\n");
    await rm(of(missing));
    await writeFile(of(leftOver), "export {};\n");
    const { passed, output } = await check();
    expect(passed).toBe(false);
    for (const path of [...edited, missing, leftOver]) expect(output).toContain(path);
    expect(output).not.toContain("packages/client/src/generated/trace/objects.ts");
  });
});
