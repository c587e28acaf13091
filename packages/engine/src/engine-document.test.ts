import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fakeContext } from "./conformance/fake/context.ts";
import { FakeEngine } from "./conformance/fake/fake-engine.ts";
import { wrapped } from "./conformance/fake/wrapped.ts";
import { engineErrorKinds } from "./errors.ts";
import { lossNames } from "./losses/index.ts";

const document = readFileSync(new URL("../../../docs/engine.md", import.meta.url), "utf8");

/** First cells of the rows of all tables. */
const rows = document
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map((line) => line.split(" | ")[0] ?? "");

describe("docs/engine.md has a row for", () => {
  it.each(engineErrorKinds)("errors of kind %s", (kind) => {
    expect(rows.some((row) => row.includes(`\`${kind}\``))).toBe(true);
  });

  it.each(lossNames)("the loss %s", (name) => {
    expect(rows.some((row) => row.includes(`\`${name}\``))).toBe(true);
  });

  it("every call of an engine", () => {
    for (const call of Object.keys(wrapped(new FakeEngine(), {}))) {
      expect(
        rows.some((row) => new RegExp(`\`${call}\\b`).test(row)),
        call,
      ).toBe(true);
    }
  });

  it("everything that the suite can be told", () => {
    for (const name of [...Object.keys(fakeContext()), "tolerances"]) {
      expect(
        rows.some((row) => row.includes(`\`${name}\``)),
        name,
      ).toBe(true);
    }
  });
});
