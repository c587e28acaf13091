import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { atOnce } from "../../budgets/loop-turns.ts";
import { JsonRewrite } from "../json-text/json-rewrite.ts";
import { contentAtOnce, contentOf, type ContentOptions } from "./content.ts";
import { digestOf } from "./digest.ts";
import { StoredTooLarge } from "./stored-too-large.ts";
import { treeContent } from "./testing/tree-content.ts";
import { jsonTexts } from "./testing/json-texts.ts";

const unlimited: ContentOptions = {
  maxBytes: Infinity,
  value: "A value",
};

const canonical = (json: string): string => contentAtOnce(json, unlimited).text;

/** The text of Python's `json.dumps(value)`, which keeps the order of names. */
function inPython(json: string): string {
  const work = new JsonRewrite(json, {
    order: "asGiven",
    nonFinite: true,
    isSpaced: true,
    infinity: "Infinity",
    maxMembers: Infinity,
    maxLength: Infinity,
    onFull: () => undefined,
  });
  atOnce(work);
  return work.text;
}

interface Vector {
  readonly source: string;
  readonly text: string;
  readonly digest: string;
}

const vectors: readonly Vector[] = [
  { source: "{}", text: "{}", digest: "RBNvo1WzZ4oRRq0W9XhknpT7T8If536DEMBg9hyqY4o" },
  { source: "[]", text: "[]", digest: "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU" },
  { source: "1", text: "1", digest: "a4aycY80YOGda4BOY1oYV0etpOqiLx1JwB5S3beHW0s" },
  { source: "1.0", text: "1.0", digest: "0P9ZdLaqUs9WKXpZIYQMAyqGCpGjUS9Y6Pdo9rvgBfY" },
  {
    source: '{"model":"gpt-4","temperature":0.7,"tags":["a","b"]}',
    text: '{"model": "gpt-4", "tags": ["a", "b"], "temperature": 0.7}',
    digest: "p9dgqH5xo1C2JXhInzC5BvcFTqUs7m71tSE7h3yZR90",
  },
  {
    source:
      '{"b":1,"a":{"d":2.50,"c":[1,2.0,1e16,1e15,123456789012345680000,1e-5,0.0001,1e22,-0.0]}}',
    text:
      '{"a": {"c": [1, 2.0, 1e+16, 1000000000000000.0, 123456789012345680000, 1e-05, ' +
      '0.0001, 1e+22, -0.0], "d": 2.5}, "b": 1}',
    digest: "E8kmIhtGbdJxv65llyE5wVBEG2wvNWSTc1TMiSoBSAo",
  },
  {
    source: '{"\u{1f680}":1,"\uffee":2,"Z":3,"a":4,"_x":5}',
    text: '{"Z": 3, "_x": 5, "a": 4, "\\uffee": 2, "\\ud83d\\ude80": 1}',
    digest: "VmMTTU9Ate3HbIgC7xYk4ZygTEaW7uxrX1dqQXvXPQE",
  },
  {
    source: '{"dataset":"weave-trace-internal:///P1/object/ds:abc"}',
    text: '{"dataset": "weave-trace-internal:///P1/object/ds:abc"}',
    digest: "3ufXxWaEDehoheezjDKBAfYwsomje5SRloxXXaVoAzQ",
  },
  { source: '{"x":1}', text: '{"x": 1}', digest: "YTYlqmU0Pbsbmr5qusZ3P1yRvWDT8vX34urmnh24sic" },
  { source: '{"x":2}', text: '{"x": 2}', digest: "JPVyYA4VDTIwE4OFqgAGyhuZO0a7Qn90bMaQyY2TJBM" },
];

describe("the published vectors", () => {
  test.each(vectors)("$source", ({ source, text, digest }) => {
    expect(contentAtOnce(source, unlimited)).toEqual({ text, digest });
  });
});

describe("agreement with Python", () => {
  type Case = [source: string, sorted: string, plain: string, digest: string];
  const file = new URL("./fixtures/canonical.json", import.meta.url);
  const cases = JSON.parse(readFileSync(file, "utf8")) as Case[];

  it("has more than 300 cases", () => expect(cases.length).toBeGreaterThan(300));

  test.each(cases)("%s", (source, sorted, plain, digest) => {
    const content = contentAtOnce(source, unlimited);
    expect(content.digest).toBe(digest);
    expect(digestOf(sorted)).toBe(digest);
    if (!sorted.includes("Infinity")) expect(content.text).toBe(sorted);
    expect(inPython(source)).toBe(plain);
  });
});

describe("laws", () => {
  it("a stored text has the digest of its value, and is canonical itself", () => {
    fc.assert(
      fc.property(fc.json(), (source) => {
        const { text, digest } = contentAtOnce(source, unlimited);
        expect(contentAtOnce(text, unlimited)).toEqual({ text, digest });
        expect(JSON.parse(text)).toEqual(JSON.parse(source));
      }),
    );
  });

  it("the order of members and white space change nothing", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const turned = Object.fromEntries(Object.entries(object).toReversed());
        const spread = contentAtOnce(JSON.stringify(turned, null, 3), unlimited);
        expect(spread).toEqual(contentAtOnce(JSON.stringify(object), unlimited));
      }),
    );
  });
});

describe("values that a simple writer would change", () => {
  it("stores a double beyond the range as readable JSON, and hashes it as Python does", () => {
    const content = contentAtOnce('{"b": -1e400, "a": 1e999}', unlimited);
    expect(content.text).toBe('{"a": 1e999, "b": -1e999}');
    expect(content.digest).toBe(digestOf('{"a": Infinity, "b": -Infinity}'));
    expect(contentAtOnce(content.text, unlimited)).toEqual(content);
  });

  it("keeps the last of repeated names", () => {
    expect(canonical('{"a": 1, "b": 2, "a": 3}')).toBe('{"a": 3, "b": 2}');
  });

  it("keeps names that are special in JavaScript", () => {
    const source = '{"10": 1, "9": 2, "__proto__": {"x": 1}, "constructor": null}';
    expect(canonical(source)).toBe(source);
    expect(inPython('{"2": 0, "1": 0, "__proto__": 1}')).toBe('{"2": 0, "1": 0, "__proto__": 1}');
  });
});

describe("agreement with the simple implementation, which makes a tree", () => {
  it("of any JSON text, whatever its names, numbers and strings", async () => {
    await fc.assert(
      fc.asyncProperty(jsonTexts, async (json) => {
        const expected = treeContent(json);
        expect(contentAtOnce(json, unlimited)).toEqual(expected);
        expect(await contentOf(json, unlimited)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("of objects with so many names that their sorting takes many steps", async () => {
    const name = fc.oneof(
      fc.nat(20_000).map((number) => `name ${number}`),
      fc.constantFrom("é", "\u{1f680}", "\uffee", "\ud83d"),
    );
    const members = fc.array(name, { minLength: 20_000, maxLength: 30_000 });
    await fc.assert(
      fc.asyncProperty(members, fc.boolean(), async (given, isEscaped) => {
        const written = given.map((text, at) => {
          const quoted = JSON.stringify(text);
          return `${isEscaped ? quoted.replace("n", "\\u006e") : quoted}:${at}`;
        });
        const json = `[{${written.join(",")}}]`;
        expect(await contentOf(json, unlimited)).toEqual(treeContent(json));
      }),
      { numRuns: 5 },
    );
  });

  it("of values of the largest allowed depth", async () => {
    for (const json of [
      `${"[".repeat(200)}1${"]".repeat(200)}`,
      `${'{"b":1,"a":'.repeat(200)}1.50${"}".repeat(200)}`,
    ]) {
      expect(await contentOf(json, unlimited)).toEqual(treeContent(json));
    }
  });
});

describe("the bound on stored bytes", () => {
  const upTo = (maxBytes: number): ContentOptions => ({
    maxBytes,
    value: "A value",
  });

  test.each([
    ["numbers", `[${"1,".repeat(50_000)}1]`],
    ["a long string", JSON.stringify("x".repeat(100_000))],
    ["a string that grows", JSON.stringify("é".repeat(20_000))],
    ["members", `{${Array.from({ length: 10_000 }, (_, at) => `"${at}":1`).join()}}`],
    ["numbers that grow", `[${"1e15,".repeat(9_000)}1]`],
  ])("is exact: %s", (_, json) => {
    const { length } = canonical(json);
    expect(contentAtOnce(json, upTo(length)).text).toHaveLength(length);
    expect(() => contentAtOnce(json, upTo(length - 1))).toThrow(StoredTooLarge);
  });

  it("counts the last of repeated names only", () => {
    const json = `{"a": "${"x".repeat(1_000)}", "a": 1}`;
    expect(contentAtOnce(json, upTo(10)).text).toBe('{"a": 1}');
  });

  it("counts the stored token, not the longer hashed one", () => {
    expect(contentAtOnce("[1e999, 1e999]", upTo(14)).text).toBe("[1e999, 1e999]");
  });
});
