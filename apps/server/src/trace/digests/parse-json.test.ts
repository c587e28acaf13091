import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { JsonNumber, type JsonNode } from "./json.ts";
import { parseJson, TooDeep } from "./parse-json.ts";

function plain(node: JsonNode): unknown {
  if (node instanceof JsonNumber) return node.value;
  if (node instanceof Map) {
    return Object.fromEntries([...node].map(([name, value]) => [name, plain(value as JsonNode)]));
  }
  return Array.isArray(node) ? node.map(plain) : node;
}

function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof SyntaxError) return "malformed";
    throw error;
  }
}

describe("agreement with JSON.parse", () => {
  it("reads what it reads", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: "binary" }), fc.nat(3), (text, indent) => {
        const spread = JSON.stringify(JSON.parse(text), null, indent);
        expect(plain(parseJson(spread))).toEqual(JSON.parse(spread));
      }),
    );
  });

  it("refuses what it refuses", () => {
    const pieces = fc.constantFrom(
      ...'{}[]:,"\\ \n\t-+.019eEtfnu'.split(""),
      "true",
      "false",
      "null",
      '"a"',
      "\\u00e9",
      "\\x",
      "\u0001",
      "NaN",
      "Infinity",
    );
    const garbled = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(garbled, (text) => {
        expect(outcome(() => plain(parseJson(text)))).toEqual(outcome(() => JSON.parse(text)));
      }),
      { numRuns: 3000 },
    );
  });
});

describe("numbers", () => {
  test.each(["1", "1.0", "1.50", "1e2", "-0", "-0.0", "123456789012345678901234567890"])(
    "%s keeps its token",
    (token) => expect(parseJson(` ${token} `)).toEqual(new JsonNumber(token)),
  );

  test.each(["01", "1.", ".5", "+1", "1e", "--1", "NaN", "Infinity", "0x1"])("%s is none", (text) =>
    expect(() => parseJson(text)).toThrow(SyntaxError),
  );

  test.each(["NaN", "Infinity", "-Infinity"])("%s is one to Python", (token) =>
    expect(parseJson(`[${token}]`, { nonFinite: true })).toEqual([new JsonNumber(token)]),
  );
});

describe("depth", () => {
  it("takes 200 levels", () => {
    expect(() => parseJson("[".repeat(200) + "]".repeat(200))).not.toThrow();
    expect(() => parseJson('{"a":'.repeat(200) + "1" + "}".repeat(200))).not.toThrow();
  });

  it("refuses 201 levels with 413, however long the text is", () => {
    expect(() => parseJson("[".repeat(201) + "]".repeat(201))).toThrow(TooDeep);
    expect(() => parseJson("[".repeat(5_000_000))).toThrow(TooDeep);
    expect(new TooDeep().status).toBe(413);
  });

  it("counts nesting, not containers", () => {
    expect(() => parseJson(`[${"[],".repeat(1000)}[]]`)).not.toThrow();
  });
});

it("reads names and strings with escapes", () => {
  expect(parseJson('{"\\u0041\\n":"\\ud83d\\ude80\\/\\"\\\\"}')).toEqual(
    new Map([["A\n", '\u{1f680}/"\\']]),
  );
});
