import { describe, expect, it } from "vitest";
import { formatReport, runConformance } from "./conformance.ts";
import { fakeContext } from "./fake/context.ts";
import { defects } from "./fake/defects.ts";
import { FakeEngine } from "./fake/fake-engine.ts";
import { fakeBase } from "./fake/profile.ts";
import { wrapped } from "./fake/wrapped.ts";
import { conformanceItems } from "./items/index.ts";

describe("the suite", () => {
  it("has the 49 items, each once", () => {
    const numbers = conformanceItems.map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 49 }, (_none, index) => index + 1));
  });

  it("passes a good engine with good jobs, a good client and a good pool, all of it tried", async () => {
    const report = await runConformance(fakeContext());
    expect(formatReport(report)).toBe("49 passed, 0 failed, 0 not applicable");
  });

  it("says by name what it did not try", async () => {
    const report = await runConformance({
      open: async () => new FakeEngine(),
      baseModel: fakeBase,
      learningRate: 0.05,
    });
    expect([report.failed, report.passed]).toEqual([0, 42]);
    const left = report.results.filter(({ outcome }) => outcome === "not applicable");
    expect(left.map(({ number, reason }) => [number, reason])).toEqual([
      [20, "the context has no driver for jobs"],
      [21, "the context has no driver for jobs"],
      [40, "the context has no driver for tinker"],
      [41, "the context has no driver for tinker"],
      [42, "the context has no driver for jobs"],
      [43, "the context has no driver for tinker"],
      [47, "the context has no driver for upstream"],
    ]);
    expect(report.results.flatMap(({ notes }) => notes)).toHaveLength(2);
  });

  it("ends an item that hangs, and says so", async () => {
    const context = fakeContext((engine) =>
      wrapped(engine, { openModel: () => new Promise(() => undefined) }),
    );
    const report = await runConformance(context, { items: [2], itemTimeoutMs: 20 });
    expect(report.results[0]).toMatchObject({
      outcome: "failed",
      reason: expect.stringContaining("an end within 20 ms"),
    });
  });
});

describe("defects", () => {
  it("there is one for each item", () => {
    const items = new Set(defects.map(({ item }) => item));
    expect([...items].toSorted((a, b) => a - b)).toEqual(
      conformanceItems.map(({ number }) => number),
    );
  });

  it.each(defects)("$item fails when $says", async ({ item, context }) => {
    const report = await runConformance(context(), { items: [item], itemTimeoutMs: 10_000 });
    expect(report.results[0]?.outcome).toBe("failed");
    expect(report.results[0]?.reason).toMatch(/^expected .*; (saw|it succeeded)/s);
  });
});
