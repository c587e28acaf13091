import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";

const repository = fileURLToPath(new URL("../../../../", import.meta.url));

/** The output of the gate for the examples with these limits. */
async function check(types: number, instantiations: number): Promise<string> {
  const script = [".ci/type-cost.ts", "examples", String(types), String(instantiations)];
  const bin = `${repository}node_modules/.bin`;
  try {
    const { stdout } = await promisify(execFile)(process.execPath, script, {
      cwd: repository,
      env: { ...process.env, PATH: `${bin}:${process.env["PATH"]}` },
    });
    return stdout;
  } catch (error) {
    const { code, stdout = "" } = error as { code?: number; stdout?: string };
    if (code !== 1 || stdout === "") throw error;
    return `refused: ${stdout}`;
  }
}

describe("the budget of types", () => {
  test("passes types within it", async () => {
    expect(await check(1_000_000, 1_000_000)).toMatch(/^examples: \d+ types, \d+ instantiations/);
  });

  test.each([
    ["types", 100, 1_000_000],
    ["instantiations", 1_000_000, 100],
  ])("refuses too many %s, and says how many", async (what, types, instantiations) => {
    const output = await check(types, instantiations);
    expect(output).toMatch(/^refused/);
    expect(output).toMatch(new RegExp(`\\d+ ${what} are above the budget of 100`));
  });

  test("refuses a limit that is not a number", async () => {
    expect(await check(Number.NaN, 1_000_000)).toMatch(/^refused/);
  });
});
