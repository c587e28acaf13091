import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

test("the committed kernels are what kernels/assembly compiles to", () => {
  const build = fileURLToPath(new URL("../../kernels/build.ts", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [build, "--check"], { encoding: "utf8" });
  expect({ status, stderr }).toStrictEqual({ status: 0, stderr: "" });
});
