import { expect, test, vi } from "vitest";
import { Refusal } from "../refusals/refusal.ts";
import { requesterOf } from "../access/testing/requester-of.ts";
import { atOnce } from "../budgets/loop-turns.ts";
import { contentAtOnce } from "../trace/digests/content.ts";
import { RefStrings } from "../trace/digests/ref-strings.ts";
import { externaliseTextAtOnce, internalRule } from "../trace/digests/rewrite-refs.ts";
import { JsonPlaces } from "../trace/json-text/json-places.ts";
import { builtinClasses } from "../trace/objects/builtin/classes.ts";
import { expandBuiltin } from "../trace/objects/builtin/expand.ts";
import { FileNamesCheck } from "../trace/objects/file-names.ts";
import { classesOf, kindOf } from "../trace/objects/object.ts";
import { RefWalk, Stored } from "../trace/refs/ref-walk.ts";
import { rowOrder, sortKeys } from "../trace/tables/row-order.ts";
import { principalOf } from "../trace/testing/trace-records.ts";
import { growthOf, type Measured, tooMuch } from "./testing/growth.ts";
import { allShapes, jsonShapes, type Shape } from "./testing/hostile-texts.ts";

// A second or two each, with nothing beside them.
vi.setConfig({ testTimeout: 120_000 });

const { projects } = requesterOf(principalOf("acme"));
const project = projects.writable("acme/p");
const lookup = { internalId: () => project.id, mayUse: () => true };
const builtin = builtinClasses({ allowPrivateProviders: false });
/** As deep as values may nest. */
const nestedText = `{"a": ${"[".repeat(190)}1${"]".repeat(190)}}`;

function content(text: string): string {
  return contentAtOnce(text, {
    strings: () => new RefStrings(internalRule(lookup)),
    maxBytes: 1024 ** 3,
    value: "A value",
  }).text;
}

/** The same shapes as they are stored. */
const storedShapes: readonly Shape[] = jsonShapes.map(([name, make]) => [
  name,
  (size) => content(make(size)),
]);

/** What a text is refused with counts as done. */
function refusable(run: (text: string) => unknown): (text: string) => unknown {
  return (text) => {
    try {
      return run(text);
    } catch (error) {
      if (error instanceof Refusal || error instanceof SyntaxError) return error;
      throw error;
    }
  };
}

test.each<readonly [name: string, run: (text: string) => unknown, shapes: readonly Shape[]]>([
  ["a value named by its content", content, allShapes],
  [
    "a value in external form",
    (text) => externaliseTextAtOnce(text, () => project.name),
    storedShapes,
  ],
  [
    "what a value is",
    (text) => [kindOf(new JsonPlaces(text)), classesOf(new JsonPlaces(text))],
    storedShapes,
  ],
  ["the names of files", (text) => atOnce(new FileNamesCheck(text)), storedShapes],
  [
    "a value of a class of ours",
    (text) => expandBuiltin(annotation(text), "AnnotationSpec", builtin),
    storedShapes,
  ],
  [
    "what a row is sorted by",
    (text) => sortKeys(`{"a": ${text}}`, rowOrder([by("a"), by("a.0"), by("a.b")])),
    storedShapes,
  ],
  ["the order of a table", (text) => sortKeys(nestedText, rowOrder([by(text)])), allShapes],
])("%s costs no more than its length", async (_, run, shapes) => {
  const slow: string[] = [];
  for (const [shape, make] of shapes) {
    const growth = await growthOf({ make, run: refusable(run) });
    if (growth >= tooMuch) slow.push(`${shape}: ${Math.round(growth)} times`);
  }
  expect(slow).toEqual([]);
});

/** Many ways into one value: all of them together go with its length and their number. */
const intoOneValue: readonly (readonly [name: string, growth: () => Promise<number>])[] = [
  [
    "steps behind the end of a value",
    measuring({
      make: (size) => ({ text: nestedText, refs: [Array.from({ length: size }, () => "0")] }),
      run: read,
    }),
  ],
  [
    "refs to the last item of a list",
    measuring({
      make: (size) => {
        const refs = Array.from({ length: size / 16 }, () => [String(size - 1)]);
        return { text: `[${"1, ".repeat(size - 1)}1]`, refs };
      },
      run: read,
    }),
  ],
  [
    "refs to the last member of an object",
    measuring({
      make: (size) => {
        const names = Array.from({ length: size / 8 }, (_, at) => `"${1_000_000 + at}": 1`);
        const last = String(1_000_000 + names.length - 1);
        return { text: `{${names.join(", ")}}`, refs: names.map(() => [last]) };
      },
      run: read,
    }),
  ],
  [
    "refs to a member behind one with a long name",
    measuring({
      make: (size) => ({
        text: `{"${"a".repeat(size)}": 1, "b": 2}`,
        refs: Array.from({ length: size / 16 }, () => ["b"]),
      }),
      run: read,
    }),
  ],
  [
    "refs to a member behind a long number",
    measuring({
      make: (size) => ({
        text: `{"a": ${"1".repeat(size)}, "b": 2}`,
        refs: Array.from({ length: size / 16 }, () => ["b"]),
      }),
      run: read,
    }),
  ],
  [
    "refs to a member behind a long text",
    measuring({
      make: (size) => ({
        text: `{"a": "${"\\n".repeat(size / 2)}", "b": 2}`,
        refs: Array.from({ length: size / 16 }, () => ["b"]),
      }),
      run: read,
    }),
  ],
];

test.each(intoOneValue)("%s cost no more than the value and their number", async (_, growth) => {
  expect(await growth()).toBeLessThan(tooMuch);
});

interface Reading {
  readonly text: string;
  /** Steps of each ref: an index where they are digits. */
  readonly refs: readonly (readonly string[])[];
}

function read({ text, refs }: Reading): void {
  const stored = new Stored(text);
  for (const steps of refs) {
    const extra = steps.map((value) => {
      return { edge: text.startsWith("[") || value === "0" ? "index" : "key", value } as const;
    });
    const ref = { kind: "object", project, name: "x", version: "v", extra } as const;
    new RefWalk(ref, projects).advance(() => stored);
  }
}

function measuring<Input>(one: Measured<Input>): () => Promise<number> {
  return () => growthOf(one);
}

function annotation(text: string): string {
  return `{"field_schema": {"not": ${text}, "properties": {"a": {"enum": [${text}]}}}}`;
}

function by(field: string): { field: string; direction: "asc" } {
  return { field, direction: "asc" };
}
