import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { evaluateFolder } from "../../loom/evaluation/report.ts";
import { loomShape } from "../../loom/training/shape.ts";
import { Compute } from "../compute/compute.ts";
import { loomFolder } from "../loom.ts";
import { readModelFolder } from "../weights/model-folder.ts";

it("has a configuration that says the shape it is trained in", () => {
  expect(readModelFolder(loomFolder).shape).toEqual(loomShape);
});

it("has weights of 2.4 to 6 megabytes", () => {
  const { size } = statSync(join(loomFolder, "model.safetensors"));
  expect(size).toBeGreaterThan(2.4e6);
  expect(size).toBeLessThan(6e6);
});

it("answers held-out questions as well as its card says: 0.93 exact plain, 0.85 in context", () => {
  const [plain, inContext] = evaluateFolder(loomFolder, new Compute(), 12);
  expect(plain?.exact).toBeGreaterThanOrEqual(0.93);
  expect(inContext?.exact).toBeGreaterThanOrEqual(0.85);
});
