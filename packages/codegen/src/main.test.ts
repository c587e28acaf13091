import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const main = fileURLToPath(new URL("main.ts", import.meta.url));

function codegen(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [main, ...args], { encoding: "utf8" });
}

test("help goes to standard output", () => {
  const { status, stdout, stderr } = codegen("--help");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("heddle-codegen --spec <file> --out <folder>");
});

test("wrong use is reported on standard error and ends with 2", () => {
  const { status, stdout, stderr } = codegen("--spec", "a.yaml");
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toBe(
    "--spec and --out belong together: give both or neither\nheddle-codegen --help says more\n",
  );
});

test("a missing document is reported on standard error and ends with 1", () => {
  const { status, stdout, stderr } = codegen("--spec", "none.yaml", "--out", "none");
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toBe("none.yaml does not exist\napi: not generated\n");
});
