import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { separator } from "./leaf-bounds.ts";
import type { RootName } from "./payload-facts.ts";
import { columnsOf, readingOf } from "./testing/leaf-columns.ts";
import {
  neighbours,
  pointerOf,
  tagged,
  valuesOf,
  wellFormedValue,
} from "./testing/payload-values.ts";
import { payloadTexts } from "./testing/payload-texts.ts";

/** The leaves and entries with `|` for the separator. */
function shown(text: string, root?: RootName): [leaves: string, cut: string] {
  const { leaves, cut } = columnsOf(text, root);
  return [leaves.replaceAll(separator, "|"), cut.replaceAll(separator, "|")];
}

describe("leaves", () => {
  test.each<[what: string, text: string, leaves: string, cut: string]>([
    [
      "of every kind",
      '{"s":"x","n":0.5,"t":true,"f":false,"z":null,"o":{},"a":[],"e":""}',
      "|/s|sx|/n|n0.5|/t|btrue|/f|bfalse|/z|z|/o|e{}|/a|e[]|/e|s|",
      "",
    ],
    [
      "of outer containers first",
      '{"a":{"b":{"c":1},"d":2},"e":[3],"f":4}',
      "|/f|n4|/a/d|n2|/e/0|n3|/a/b/c|n1|",
      "",
    ],
    ["of names that a pointer must escape", '{"a/b~c":{"":{"~1":1}}}', "|/a~1b~0c//~01|n1|", ""],
    ["with characters that JSON must escape", '{"\\"":"\\\\\\n"}', '|/"|s\\\n|', ""],
    ["of a string", '"yes"', "||syes|", ""],
    ["of a number", "5", "||n5|", ""],
    ["of the first character beyond 16 bits", '["\u{10000}",1e30]', "|/0|s\u{10000}|/1|n1e30|", ""],
    ["of null", "null", "||z|", ""],
    ["of an empty object", "{}", "||e{}|", ""],
    [
      "without the items after the fourth",
      '{"a":[1,2,3,4,5],"b":[1]}',
      "|/a/0|n1|/a/1|n2|/a/2|n3|/a/3|n4|/b/0|n1|",
      "|inputs/a|",
    ],
    [
      "without long strings",
      `{"a":"${"x".repeat(129)}","b":"${"x".repeat(128)}"}`,
      `|/b|s${"x".repeat(128)}|`,
      "|inputs/a|",
    ],
    ["without strings of many bytes", `{"a":{"b":"${"é".repeat(65)}"}}`, "", "|inputs/a/b|"],
    ["without a long string alone", `"${"x".repeat(129)}"`, "", "|inputs|"],
    ["without strings with a separator", '{"a":"x\u007fy"}', "", "|inputs/a|"],
    ["without names with a separator", '{"a":{"x\u007fy":1,"b":2}}', "|/a/b|n2|", "|inputs/a|"],
    ["without long names", `{"a":{"${"x".repeat(255)}":1,"b":2}}`, "|/a/b|n2|", "|inputs/a|"],
    [
      "without deep levels",
      '{"1":[[[[[[{"8":8,"9":{"x":1}}]]]]]]}'.replaceAll("[[[[[[", "[[[[[["),
      "|/1/0/0/0/0/0/0/8|n8|",
      "|inputs/1/0/0/0/0/0/0/9|",
    ],
    [
      "without what is cut as a whole already",
      `{"a":["${"x".repeat(129)}",2,3,4,5]}`,
      "|/a/1|n2|/a/2|n3|/a/3|n4|",
      "|inputs/a|",
    ],
    ["of the last of two members with one name", '{"a":1,"b":2,"a":3}', "|/a|n3|/b|n2|", ""],
    ["with replaced surrogates", '{"a\\ud800":"\\udc00"}', "|/a\ufffd|s\ufffd|", ""],
  ])("%s", (_, text, leaves, cut) => {
    expect(shown(text)).toEqual([leaves, cut]);
  });

  test.each<[source: string, text: string]>([
    ["5.0", "5"],
    ["1e3", "1000"],
    ["-0", "0"],
    ["-0.0", "0"],
    ["0.10", "0.1"],
    ["1e21", "1e21"],
    ["1E-7", "1e-7"],
    ["9007199254740993", "9007199254740993"],
    ["-9223372036854775808", "-9223372036854775808"],
    ["18446744073709551615", "18446744073709551615"],
    ["18446744073709551616", "18446744073709552000"],
    ["9007199254740993.0", "9007199254740992"],
    ["1e400", "1.7976931348623157e308"],
    ["-1e-400", "0"],
  ])("write %s as %s", (source, text) => {
    expect(shown(`[${source}]`)[0]).toBe(`|/0|n${text}|`);
  });

  test("list the facts of the client as one entry, if there are any", () => {
    expect(shown('{"weave":{"os":"Linux"},"a":1}', "attributes")).toEqual([
      "|/a|n1|",
      "|attributes/weave|",
    ]);
    expect(shown('{"weave":null,"a":{"weave":{"b":1}}}', "attributes")).toEqual([
      "|/weave|z|/a/weave/b|n1|",
      "",
    ]);
    expect(shown('{"weave":{"os":"Linux"}}')).toEqual(["|/weave/os|sLinux|", ""]);
  });

  test("list the payload itself instead of more than 16 entries", () => {
    const long = "x".repeat(200);
    const textOf = (count: number): string =>
      JSON.stringify(
        Object.fromEntries([
          ...Array.from({ length: count }, (_, at) => [`k${at}`, long]),
          ["z", 1],
        ]),
      );
    expect(shown(textOf(16))[1].split("|")).toHaveLength(18);
    expect(shown(textOf(17))).toEqual(["|/z|n1|", "|inputs|"]);
  });
});

describe("of any payload", () => {
  test("leaves and entries stay within their bounds", () => {
    fc.assert(
      fc.property(payloadTexts, (text) => {
        const { leaves, cut } = columnsOf(text);
        expect(Buffer.byteLength(leaves)).toBeLessThanOrEqual(2_048);
        const entries = leaves.split(separator).slice(1, -1);
        expect(entries.length % 2).toBe(0);
        expect(entries.length).toBeLessThanOrEqual(64);
        const listed = cut.split(separator).slice(1, -1);
        expect(listed.length).toBeLessThanOrEqual(16);
        for (const entry of listed) expect(Buffer.byteLength(entry)).toBeLessThanOrEqual(262);
        expect(new Set(listed).size).toBe(listed.length);
        expect(`${leaves}${cut}`.isWellFormed()).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("a reader finds each value, or that it is unknown, and never another value", () => {
    fc.assert(
      fc.property(payloadTexts, (text) => {
        const columns = columnsOf(text);
        const value = wellFormedValue(text);
        const present = new Map(valuesOf(value, []).map((one) => [pointerOf(one.path), one]));
        for (const [pointer, one] of present) {
          const read = readingOf(columns, one.path);
          if (read === "unknown") continue;
          expect([pointer, read]).toEqual([pointer, tagged(one.value)]);
        }
        for (const { path } of present.values()) {
          for (const other of neighbours(path)) {
            if (present.has(pointerOf(other))) continue;
            expect(["unknown", "missing"]).toContain(readingOf(columns, other));
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test("leaves of a small one are known without reading it", () => {
    const text = '{"a":1,"b":{"c":"x"},"d":[true,null]}';
    const columns = columnsOf(text);
    for (const path of [["a"], ["b", "c"], ["d", "0"], ["d", "1"]]) {
      expect(readingOf(columns, path)).not.toBe("unknown");
    }
    expect(readingOf(columns, ["b", "d"])).toBe("missing");
    expect(readingOf(columns, ["d", "2"])).toBe("missing");
  });
});
