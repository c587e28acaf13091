import { describe, expect, test } from "vitest";

import type { Constraint } from "./constraint.ts";

import { GrammarHost } from "./grammar-host.ts";
import { matches as matchesOn } from "./testing/matches.ts";
import { allowedBy } from "./testing/random-walk.ts";
import { byteEnd, byteVocabulary } from "./testing/vocabularies.ts";

const vocabulary = byteVocabulary();
const host = new GrammarHost(vocabulary);

const matches = (constraint: Constraint, text: string, on = host): Promise<boolean> =>
  matchesOn(constraint, text, on);

describe("failures of the library", () => {
  test("40 aborts in a row are survived, and a matcher from before goes on", async () => {
    const own = new GrammarHost(vocabulary);
    const matcher = await own.matcher(
      await own.compile({ kind: "choice", choices: ["hello", "help"] }),
    );
    for (const byte of Buffer.from("hel")) await matcher.accept(byte);
    for (let i = 0; i < 40; i++) {
      await expect(
        own.compile({ kind: "grammar", grammar: `root ::= missing${i}` }),
      ).rejects.toThrow(`"missing${i}" is not defined`);
    }
    const words = new Int32Array(own.maskWords);
    await matcher.fillMask(words);
    expect(allowedBy(words, vocabulary.size)).toEqual([...Buffer.from("lp")]);
    expect(await matches({ kind: "choice", choices: ["a"] }, "a", own)).toBe(true);
  });

  test("a matcher whose instance was lost is made anew where it stood", async () => {
    const own = new GrammarHost(vocabulary);
    const matcher = await own.matcher(await own.compile({ kind: "regex", pattern: "[ab]{3}é" }));
    for (const byte of [...Buffer.from("aba"), 0xc3]) await matcher.accept(byte);
    own.dispose();
    const words = new Int32Array(own.maskWords);
    await matcher.fillMask(words);
    expect(allowedBy(words, vocabulary.size)).toEqual([0xa9]);
    expect(await matcher.accept(0xa9)).toBe(true);
    expect(await matcher.accept(byteEnd)).toBe(true);
  });

  test("constraints compiled at once do not mix up their causes", async () => {
    const outcomes = await Promise.allSettled([
      host.compile({ kind: "grammar", grammar: "root ::= first" }),
      host.compile({ kind: "choice", choices: ["fine"] }),
      host.compile({ kind: "grammar", grammar: 'root ::= "open' }),
    ]);
    const told = outcomes.map((outcome) =>
      outcome.status === "fulfilled" ? "" : (outcome.reason as Error).message,
    );
    expect(told[0]).toMatch(/"first" is not defined/);
    expect(told[1]).toBe("");
    expect(told[2]).toMatch(/Expect "/);
  });

  test("more grammars than are kept: those that went are made anew", async () => {
    const patterns = Array.from({ length: 40 }, (_, i) => `a{${i + 1}}`);
    const compiled = await Promise.all(
      patterns.map((pattern) => host.compile({ kind: "regex", pattern })),
    );
    const early = await host.matcher(compiled[0]!);
    const others = patterns.map((_, i) => host.compile({ kind: "regex", pattern: `b{${i + 1}}` }));
    await Promise.all(others);
    expect([await early.accept(0x61), await early.accept(byteEnd)]).toEqual([true, true]);
    early.dispose();
    const matcher = await host.matcher(compiled[0]!);
    expect([
      await matcher.accept(0x61),
      await matcher.accept(0x61),
      await matcher.accept(byteEnd),
    ]).toEqual([true, false, true]);
    matcher.dispose();
  });

  test("a model without an end token is told so", async () => {
    const endless = new GrammarHost({ ...vocabulary, endTokens: [] });
    await expect(endless.compile({ kind: "json" })).rejects.toMatchObject({
      kind: "unsupported",
      parameter: "constraint",
    });
  });

  test("a constraint too large is refused before it is looked at", async () => {
    const schema = { enum: ["a".repeat(500_001)] };
    await expect(host.compile({ kind: "json", schema })).rejects.toThrow(/500000/);
  });
});
