import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeCard } from "../../loom/card/write-card.ts";
import type { Evaluation } from "../../loom/evaluation/evaluation.ts";
import { evaluateFolder } from "../../loom/evaluation/report.ts";
import { loomShape } from "../../loom/training/shape.ts";
import { Compute } from "../compute/compute.ts";
import { loomFolder } from "../loom.ts";
import { readModelFolder } from "../weights/model-folder.ts";

it("has a configuration that says the shape it is trained in", () => {
  expect(readModelFolder(loomFolder).shape).toEqual(loomShape);
});

it("has weights of 4 to 6 megabytes", () => {
  const { size } = statSync(join(loomFolder, "model.safetensors"));
  expect(size).toBeGreaterThan(4e6);
  expect(size).toBeLessThan(6e6);
});

it("answers held-out questions as well as its card says, within what a few questions can tell", () => {
  const said = JSON.parse(
    readFileSync(join(loomFolder, "evaluation.json"), "utf8"),
  ) as Evaluation[];
  const seen = evaluateFolder(loomFolder, new Compute(), 6);
  for (const [index, { exact }] of seen.entries()) {
    expect(exact).toBeGreaterThanOrEqual(said[index]!.exact - 0.06);
  }
});

it("has a card that its program would write", () => {
  const card = (): string => readFileSync(join(loomFolder, "README.md"), "utf8");
  const before = card();
  const copy = mkdtempSync(join(tmpdir(), "loom-card-"));
  cpSync(loomFolder, copy, { recursive: true });
  writeCard(copy);
  expect(readFileSync(join(copy, "README.md"), "utf8")).toBe(before);
  rmSync(copy, { recursive: true });
});
