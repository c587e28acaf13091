import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { services } from "../spec/services.ts";
import { boundedExpressions } from "./bounded-expressions.ts";
import { weaknesses } from "./expression-cost.ts";
import { expressionsIn, type Literal } from "./find-expressions.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** Code that may run over the texts of others. */
const folders = [
  "apps/server/src",
  "apps/stub/src",
  "packages/server-kit/src",
  "packages/client/src",
  "packages/codegen/src",
  "packages/engine/src",
  "packages/text/src",
];
const notShipped = /\.test(?:-d)?\.ts$|\/(?:testing|fixtures)\//;

const files = folders
  .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
  .filter((file) => !notShipped.test(file))
  .toSorted();

/** An expression that is not proven linear: `key` as in the table, `line` for a person. */
interface Suspect {
  readonly key: string;
  readonly line: string;
}

const judged = new Map<string, readonly string[]>();

function judge(literal: Literal): readonly string[] {
  const key = `/${literal.source}/${literal.flags}`;
  const known = judged.get(key) ?? weaknesses(literal);
  judged.set(key, known);
  return known;
}

function suspectsIn(file: string): readonly Suspect[] {
  return expressionsIn(file, readFileSync(`${root}/${file}`, "utf8")).flatMap(
    ({ line, code, literal }) => {
      const found = literal ? judge(literal) : ["not known before it runs"];
      if (found.length === 0) return [];
      return [{ key: `${file} ${code}`, line: `${file}:${line} ${code}: ${found.join(", ")}` }];
    },
  );
}

describe("a regular expression costs no more than the length of the text", () => {
  // Each expression is tried on some hundred texts: half a minute on an idle machine.
  const patience = 300_000;

  test(
    "in all sources, except those with a reason in the table",
    () => {
      expect(files.length).toBeGreaterThan(500);
      const suspects = files.flatMap(suspectsIn);
      const bounded = new Set(boundedExpressions.map(({ file, code }) => `${file} ${code}`));
      const unexplained = suspects.filter(({ key }) => !bounded.has(key));
      expect(unexplained.map(({ line }) => line)).toEqual([]);
      const found = new Set(suspects.map(({ key }) => key));
      const stale = [...bounded].filter((key) => !found.has(key));
      expect(stale, "these are gone, or linear by now: take them out of the table").toEqual([]);
    },
    patience,
  );

  test.each(services.map(({ name, document }) => [name, document] as const))(
    "in the document of %s",
    (_, document) => {
      const patterns = [...patternsIn(document)];
      const weak = patterns.filter((source) => judge({ source, flags: "u" }).length > 0);
      expect(weak).toEqual([]);
    },
    patience,
  );

  test("and some document has a pattern", () => {
    expect(services.flatMap(({ document }) => [...patternsIn(document)])).not.toEqual([]);
  });
});

describe("the judges", () => {
  test.each([
    ["exponential backtracking", "/^(a+)+$/"],
    ["backtracking between two quantifiers", "/^\\s*;?\\s*$/"],
    ["a search that starts over at each place", "/\\/+$/"],
    ["a search that starts over at each word", "/<!--.*?-->/s"],
    ["two signs that repeat", "/(?:ab)*c/"],
    [
      "tokens, one of which looks for a missing end",
      '/"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|[[\\]{},:]|[^\\s[\\]{},:"]+|\\s+/gs',
    ],
    ["the same, sticky", '/"(?:\\\\.|[^"\\\\])*"|./gsy'],
    ["a text that becomes an expression", 'text.match("a+b")'],
    ["RegExp with texts", 'new RegExp("a+b", "g")'],
    ["RegExp with a raw text", "RegExp(String.raw`\\s+$`)"],
  ])("find %s: %s", (_, code) => {
    const [found] = expressionsIn("bad.ts", `f(${code});`);
    expect(found?.literal && weaknesses(found.literal)).not.toEqual([]);
    expect(found?.literal).toBeDefined();
  });

  test("see that an expression is put together at run time", () => {
    const [found] = expressionsIn("bad.ts", "const e = new RegExp(`^${name}$`);");
    expect(found).toMatchObject({ literal: undefined, line: 1 });
  });

  test.each(["/^[^/]+\\/[^/]+$/", "/[ \\t\\r\\n]*/y", "/\\s+/g", '/"(?:\\\\.|[^"\\\\])*"?|./gs'])(
    "let %s pass",
    (code) => {
      const [found] = expressionsIn("good.ts", `f(${code});`);
      expect(found?.literal && weaknesses(found.literal)).toEqual([]);
    },
  );
});

/** The patterns of all schemas in a document, each once. */
function patternsIn(document: unknown): Set<string> {
  const patterns = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (name === "pattern" && typeof member === "string") patterns.add(member);
      if (name === "patternProperties") for (const key of Object.keys(member)) patterns.add(key);
      visit(member);
    }
  };
  visit(document);
  return patterns;
}
