import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

import { readPeft } from "../weights/peft.ts";
import { importedFixtures, refusedFixtures } from "./testing/adapter-fixture.ts";
import { FamilyEngine } from "./testing/family-engine.ts";
import { Fixture } from "./testing/fixture.ts";
import { decodedLogits, largestDifference } from "./testing/logits.ts";

const tolerance = 1e-4;
let opened: FamilyEngine;

beforeAll(async () => {
  opened = await FamilyEngine.open();
});
afterAll(() => opened.close());

test.each(importedFixtures())(
  "$family: the adapter of peft named $name is imported and gives peft's logits",
  async ({ family, name, files, logits, scores }) => {
    const fixture = new Fixture(family);
    const { tokens } = fixture.expected;
    const sampler = await opened.import(family, `${family}-${name}`, files);
    const found = await opened.scores(sampler, tokens);
    expect(largestDifference(found, scores)).toBeLessThan(tolerance);

    const model = fixture.load();
    const adapter = readPeft(await opened.exported(sampler), model);
    const all = decodedLogits(model, adapter, tokens.slice(0, -1), tokens.length);
    const last = all.subarray(-logits.length);
    expect(largestDifference(last, logits)).toBeLessThan(tolerance);
    const alone = fixture.tensor("logits").subarray(-logits.length);
    expect(largestDifference(alone, logits), "the adapter is no bystander").toBeGreaterThan(0.1);
  },
);

test.each(refusedFixtures())(
  "$family: the adapter of peft named $name is refused by the name of $names",
  async ({ family, name, files, names }) => {
    await expect(opened.import(family, `${family}-${name}`, files)).rejects.toMatchObject({
      name: "EngineError",
      kind: "unsupported",
      message: expect.stringContaining(names),
    });
  },
);

test("all fixtures together stay below 1 MB", () => {
  const root = join(import.meta.dirname, "fixtures");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" });
  const sizes = files.map((file) => statSync(join(root, file)));
  const bytes = sizes.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
  expect(bytes).toBeLessThan(1_000_000);
});
