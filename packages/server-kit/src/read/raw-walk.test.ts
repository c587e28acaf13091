import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TooLarge } from "../errors.ts";
import { rawText } from "../raw-json.ts";
import { compileMarks } from "./marks.ts";
import { walkJson } from "./raw-walk.ts";

const limits = { depth: 200, members: 1_000_000 };

function cut(text: string, ...pointers: string[]): unknown {
  const spans = walkJson(text, compileMarks({ raw: pointers }), limits);
  const value: unknown = JSON.parse(text);
  spans.attachTo(value);
  return value;
}

/** The value that a path of members leads to. */
const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce((inner, key) => (inner as Record<string | number, unknown>)[key], value);

describe("texts of marked members", () => {
  const cases: [string, string, string, (string | number)[], string | undefined][] = [
    ["numbers keep their writing", '{"a": 1.0}', "/a", ["a"], "1.0"],
    [
      "long integers keep all digits",
      '{"a":123456789012345678901}',
      "/a",
      ["a"],
      "123456789012345678901",
    ],
    ["blanks around a value are not part of it", '{ "a" :\n [1 , 2]\t}', "/a", ["a"], "[1 , 2]"],
    [
      "strings with escapes and brackets",
      String.raw`{"a":"}]\\\"{","b":1}`,
      "/a",
      ["a"],
      String.raw`"}]\\\"{"`,
    ],
    ["a string that ends in a backslash", String.raw`{"x":"\\","a":{}}`, "/a", ["a"], "{}"],
    [
      "an escaped key is the key",
      String.raw`{"\u0069nputs":{"q":1.50}}`,
      "/inputs",
      ["inputs"],
      '{"q":1.50}',
    ],
    [
      "an escaped key of another name is not",
      String.raw`{"\u0069nput":1}`,
      "/inputs",
      ["inputs"],
      undefined,
    ],
    ["the last of two members counts", '{"a":1,"a":2.0}', "/a", ["a"], "2.0"],
    ["an escaped duplicate counts as well", String.raw`{"a":1,"\u0061":2.0}`, "/a", ["a"], "2.0"],
    ["null is a text", '{"a":null}', "/a", ["a"], "null"],
    ["an absent member has none", '{"b":1}', "/a", ["a"], undefined],
    ["a member of a member", '{"s":{"a":{"x":1}}}', "/s/a", ["s", "a"], '{"x":1}'],
    ["an item of an array", '{"rows":[ {"a":1.0} , 2.50 ]}', "/rows/*", ["rows", 1], "2.50"],
    [
      "a member of an item",
      '{"b":[{},{"r":{"i":[1.0]}}]}',
      "/b/*/r/i",
      ["b", 1, "r", "i"],
      "[1.0]",
    ],
    ["an array at the root", "[1.0]", "/*", [0], "1.0"],
    ["a name with a slash", '{"a/b":1.0}', "/a~1b", ["a/b"], "1.0"],
    ["astral and two-byte text", '{"é":"𝄞","a":"𝄞"}', "/a", ["a"], '"𝄞"'],
    ["something else than expected on the way", '{"b":{"a":1}}', "/b/*/a", ["b", "a"], undefined],
  ];
  test.each(cases)("%s", (_name, text, pointer, path, want) => {
    const value = cut(text, pointer);
    const owner = at(value, ...path.slice(0, -1)) as object;
    expect(rawText(owner, path.at(-1) as string)).toBe(want);
  });

  test("a duplicate on the way takes the texts of the first with it", () => {
    const value = cut('{"s":{"a":1.0},"s":{"b":2.0}}', "/s/a", "/s/b");
    expect(rawText(at(value, "s") as object, "a")).toBeUndefined();
    expect(rawText(at(value, "s") as object, "b")).toBe("2.0");
  });

  test("a duplicate of another kind does no harm", () => {
    const value = cut('{"b":[{"a":1.0}],"b":7,"c":1.0}', "/b/*/a", "/c");
    expect(rawText(value as object, "c")).toBe("1.0");
  });

  test("more members than the fast reader can count", () => {
    const names = Array.from({ length: 40 }, (_, i) => `m${i}`);
    const text = `{${names.map((name, i) => `"${name}":${i}.0`).join(",")}}`;
    const value = cut(text, ...names.map((name) => `/${name}`)) as object;
    expect(names.map((name) => rawText(value, name))).toEqual(names.map((_, i) => `${i}.0`));
  });

  test("a member named __proto__ is only a member", () => {
    const value = cut('{"a":{"__proto__":{"x":1}},"__proto__":{"a":1}}', "/a") as object;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(rawText(value, "a")).toBe('{"__proto__":{"x":1}}');
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  test("texts show neither in JSON nor among the keys", () => {
    const value = cut('{"a":1.0}', "/a");
    expect(JSON.stringify(value)).toBe('{"a":1}');
    expect(Object.keys(value as object)).toEqual(["a"]);
  });
});

describe("nesting", () => {
  const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

  test.each([
    ["anywhere", undefined],
    ["in a marked member", "/a"],
    ["beside marked members", "/b/*/c"],
  ])("200 levels pass, 201 are refused: %s", (_name, pointer) => {
    const mark = compileMarks({ raw: pointer ? [pointer] : [] });
    const text = (levels: number): string => `{"a":${nested(levels - 1)}}`;
    expect(() => walkJson(text(200), mark, limits)).not.toThrow();
    expect(() => walkJson(text(201), mark, limits)).toThrow(TooLarge);
  });

  test("on the way to a mark", () => {
    const pointer = `${"/*".repeat(200)}/a`;
    expect(() => walkJson(nested(201), compileMarks({ raw: [pointer] }), limits)).toThrow(TooLarge);
  });

  test("millions of open brackets cost nothing", () => {
    expect(() => walkJson("[".repeat(8 << 20), undefined, limits)).toThrow(TooLarge);
    expect(() =>
      walkJson('{"a":'.repeat(2 << 20), compileMarks({ raw: ["/b/c"] }), limits),
    ).toThrow(TooLarge);
  });
});

describe("against a reader that parses every value again", () => {
  const pointers = ["/a", "/s/i", "/s/a", "/l/*", "/b/*/r/i", "/b/*/r/s/a"];
  const blank = fc.constantFrom("", "", " ", "\n", "\t \r\n");
  const key = fc.oneof(
    fc.constantFrom("a", "b", "i", "l", "r", "s", "x").map((k) => `"${k}"`),
    fc.constantFrom("a", "i").map((k) => `"\\u00${k.charCodeAt(0).toString(16)}"`),
    // Once a key `\\` was parsed, V8 takes other keys of one escaped character for it (node#63785).
    fc
      .string()
      .filter((k) => k !== "\\")
      .map((k) => JSON.stringify(k)),
  );
  const scalar = fc.oneof(
    fc.constantFrom("true", "null", "1.0", "-0", "1e3", "12345678901234567890"),
    fc.string({ unit: "binary" }).map((s) => JSON.stringify(s)),
    fc.constantFrom(String.raw`"\\"`, String.raw`"\\\""`, String.raw`"{[\"\\\\"`),
  );
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      scalar,
      fc
        .tuple(blank, fc.array(fc.tuple(blank, tie("value"), blank), { maxLength: 4 }))
        .map(
          ([gap, items]) => `[${items.length > 0 ? items.map((i) => i.join("")).join(",") : gap}]`,
        ),
      fc
        .tuple(
          blank,
          fc.array(fc.tuple(blank, key, blank, fc.constant(":"), blank, tie("value"), blank), {
            maxLength: 6,
          }),
        )
        .map(([gap, all]) => `{${all.length > 0 ? all.map((i) => i.join("")).join(",") : gap}}`),
    ),
  }));

  test("finds the same texts", () => {
    fc.assert(
      fc.property(value, blank, (inner, gap) => {
        const text = `${gap}${inner}${gap}`;
        const parsed = cut(text, ...pointers);
        expect(parsed).toEqual(JSON.parse(text));
        for (const pointer of pointers) {
          const segments = pointer.slice(1).split("/");
          slowly(text.trim(), parsed, segments, (owner, member, want) => {
            expect(rawText(owner, member)).toBe(want);
            expect(JSON.parse(want)).toEqual(at(owner, member));
          });
        }
      }),
      { numRuns: 3000 },
    );
  });

  test("never hangs or throws on text that is not JSON", () => {
    fc.assert(
      fc.property(
        value,
        fc.nat(),
        fc.constantFrom("", '"', "{", "]", ",", "\\"),
        (text, n, junk) => {
          const broken = text.slice(0, n % (text.length + 1)) + junk;
          expect(() => walkJson(broken, compileMarks({ raw: pointers }), limits)).not.toThrow();
        },
      ),
      { numRuns: 2000 },
    );
  });
});

/** Calls `found` with every text a pointer leads to, by splitting containers into their parts. */
function slowly(
  text: string,
  value: unknown,
  segments: readonly string[],
  found: (owner: object, member: string | number, text: string) => void,
): void {
  const [segment, ...rest] = segments;
  if (segment === undefined || typeof value !== "object" || value === null) return;
  const parts = split(text);
  if (segment === "*") {
    if (!Array.isArray(value)) return;
    parts.forEach((part, i) => {
      if (rest.length === 0) found(value, i, part);
      else slowly(part, value[i], rest, found);
    });
    return;
  }
  if (Array.isArray(value)) return;
  const member = parts.findLast((part) => JSON.parse(split(part, ":")[0] as string) === segment);
  if (member === undefined) return;
  const inner = split(member, ":")[1] as string;
  if (rest.length === 0) found(value, segment, inner);
  else slowly(inner, at(value, segment), rest, found);
}

/** The parts of a container between its commas; or of a member, around its colon. */
function split(text: string, separator = ","): string[] {
  const inside = separator === "," ? text.slice(1, -1) : text;
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < inside.length; i++) {
    const c = inside[i] as string;
    if (c === '"') {
      for (i++; inside[i] !== '"'; i++) if (inside[i] === "\\") i++;
    } else if ("{[".includes(c)) depth++;
    else if ("}]".includes(c)) depth--;
    else if (c === separator && depth === 0) {
      parts.push(inside.slice(start, i).trim());
      start = i + 1;
      if (separator === ":") break;
    }
  }
  const last = inside.slice(start).trim();
  if (last !== "") parts.push(last);
  return parts;
}
