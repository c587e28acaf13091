import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { canonical, pythonText, storedText } from "./canonical.ts";
import { contentOf, digestOf, isContentHash, isVersion, tableDigest } from "./digest.ts";
import { parseJson } from "./parse-json.ts";

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
    expect(contentOf(parseJson(source))).toEqual({ text, digest });
  });

  test("a table of two rows", () => {
    const rows = [
      "YTYlqmU0Pbsbmr5qusZ3P1yRvWDT8vX34urmnh24sic",
      "JPVyYA4VDTIwE4OFqgAGyhuZO0a7Qn90bMaQyY2TJBM",
    ];
    expect(tableDigest(rows)).toBe(
      "ed8bd1f8cb829eeb6b3fef95a7cd8401f7e5af825c4c9aa144a1ceb9f32c3654",
    );
  });

  test("an empty table", () => {
    expect(tableDigest([])).toBe(
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    );
  });

  test("a file", () => {
    expect(digestOf(Buffer.from("hello world"))).toBe(
      "uU0nuZNNPgilLlLX2n2rXsSE7XN6U4DukIj3rOLvzek",
    );
  });
});

describe("agreement with Python", () => {
  type Case = [source: string, sorted: string, plain: string, digest: string];
  const file = new URL("./fixtures/canonical.json", import.meta.url);
  const cases = JSON.parse(readFileSync(file, "utf8")) as Case[];

  it("has cases to agree on", () => expect(cases.length).toBeGreaterThan(300));

  test.each(cases)("%s", (source, sorted, plain, digest) => {
    const node = parseJson(source);
    expect(canonical(node)).toBe(sorted);
    expect(pythonText(node)).toBe(plain);
    expect(digestOf(sorted)).toBe(digest);
  });
});

describe("laws", () => {
  it("a stored text has the digest of its value, and is its own canonical text", () => {
    fc.assert(
      fc.property(fc.json(), (source) => {
        const { text, digest } = contentOf(parseJson(source));
        expect(contentOf(parseJson(text))).toEqual({ text, digest });
        expect(JSON.parse(text)).toEqual(JSON.parse(source));
      }),
    );
  });

  it("the order of members and white space change nothing", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const turned = Object.fromEntries(Object.entries(object).toReversed());
        const spread = canonical(parseJson(JSON.stringify(turned, null, 3)));
        expect(spread).toBe(canonical(parseJson(JSON.stringify(object))));
      }),
    );
  });
});

describe("values that a careless writer changes", () => {
  it("keeps a double beyond the range readable, and hashes it as Python does", () => {
    const node = parseJson('{"a": 1e999, "b": -1e999}');
    expect(canonical(node)).toBe('{"a": Infinity, "b": -Infinity}');
    expect(storedText(node)).toBe('{"a": 1e999, "b": -1e999}');
    expect(contentOf(parseJson(storedText(node)))).toEqual(contentOf(node));
  });

  it("takes the last of repeated names", () => {
    expect(canonical(parseJson('{"a": 1, "b": 2, "a": 3}'))).toBe('{"a": 3, "b": 2}');
  });

  it("keeps names that are special in JavaScript", () => {
    const source = '{"10": 1, "9": 2, "__proto__": {"x": 1}, "constructor": null}';
    expect(canonical(parseJson(source))).toBe(source);
    expect(pythonText(parseJson('{"2": 0, "1": 0, "__proto__": 1}'))).toBe(
      '{"2": 0, "1": 0, "__proto__": 1}',
    );
  });
});

describe("what a text in the place of a digest means", () => {
  test.each([
    ["43 alphanumerics", "RBNvo1WzZ4oRRq0W9XhknpT7T8If536DEMBg9hyqY4o", true],
    ["64 hex digits", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", true],
    ["43 characters with a dash", "RBNvo1WzZ4oRRq0W9XhknpT7T8If536DEMBg9hyqY4-", false],
    ["64 letters beyond f", "g".repeat(64), false],
    ["latest", "latest", false],
  ])("%s", (_, text, expected) => expect(isContentHash(text)).toBe(expected));

  test.each([
    ["v0", true],
    ["v12", true],
    ["v", false],
    ["v1-candidate", false],
    ["version", false],
  ])("%s", (text, expected) => expect(isVersion(text)).toBe(expected));
});
