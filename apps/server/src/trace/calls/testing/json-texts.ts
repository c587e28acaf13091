import fc from "fast-check";

/** Names of members that are hard to reach: signs of paths, of pointers, of SQL and of columns. */
export const names: readonly string[] = [
  "a",
  "b",
  "0",
  "1",
  "01",
  "x.y",
  "~1/",
  "",
  "é",
  "weave",
  "'q\"\\",
  "{p0:String}",
  "a\u007fsx",
  "\0",
  "__proto__",
];

/** Strings that look like other things. */
export const strings: readonly string[] = [
  "",
  "a",
  "A",
  "Straße STRASSE",
  "ΟΔΟΣ ὀδός",
  "İıIi",
  "Ა Ꭰ 𐐀",
  "日本 {x} 'y' \"z\"",
  "5",
  "5.0",
  "-0",
  "+7",
  "1e3",
  "1e999",
  "inf",
  "nan",
  " 5",
  "0x10",
  "true",
  "false",
  "null",
  "[]",
  "{}",
  '{"a":1}',
  "2026-01-01",
  "\u007f",
  "a\u007fb",
  "\0\n\u001f\u2028/\\",
  "\ud83d\ude00",
  "\ufffd",
  "%_(.*)[",
  "u2028 abc",
  `${"long ".repeat(60)}Éend`,
  "7".repeat(130),
  "x".repeat(128),
  "é".repeat(65),
  `\u212aelvin, İstanbul ${"and more ".repeat(20)}`,
];

/** Tokens of numbers that every reader of JSON takes alike. */
export const plainNumbers: readonly string[] = [
  "0",
  "1",
  "-1",
  "5",
  "5.0",
  "0.5",
  "255",
  "256",
  "1e3",
  "1E-7",
  "1.5e300",
  "0.30000000000000004",
  "9007199254740993",
  "18446744073709551615",
  "-9223372036854775808",
  "1e20",
];
const oddNumbers = [
  "-0",
  "-0.0",
  "18446744073709551616",
  "1e999",
  "-1e999",
  "1e-999",
  "9".repeat(40),
];
const loneSurrogates = ["\ud800", "a\udc00b", `${"long ".repeat(40)}\ud800end`];

/** Whether a text has only what old rows hold and the engine reads: it has no twin for them. */
export type Oddity = "plain" | "odd";

/** JSON texts of any shape, with any white space and escapes. */
export function jsonTexts(oddity: Oddity, isObject: boolean): fc.Arbitrary<string> {
  const isOdd = oddity === "odd";
  const number = fc.constantFrom(...plainNumbers, ...(isOdd ? oddNumbers : []));
  const string = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...strings) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
    ...(isOdd ? [{ weight: 1, arbitrary: fc.constantFrom(...loneSurrogates) }] : []),
  );
  const spelt = fc.tuple(string, fc.constantFrom(...spellings)).map(([text, spell]) => spell(text));
  const name = fc
    .tuple(fc.constantFrom("a", "a", "b", "0", ...names), fc.constantFrom(...spellings))
    .map(([text, spell]): [string, string] => [text, spell(text)]);
  const blank = fc.constantFrom("", "", "", " ", "\n\t");
  const { value, object } = fc.letrec<Record<"value" | "object" | "array", string>>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthIdentifier: "json" },
      { weight: 3, arbitrary: spelt },
      { weight: 3, arbitrary: number },
      { weight: 1, arbitrary: fc.constantFrom("true", "false", "null") },
      { weight: 3, arbitrary: tie("object") },
      { weight: 2, arbitrary: tie("array") },
    ),
    array: fc
      .tuple(fc.array(tie("value"), { maxLength: 6, depthIdentifier: "json" }), blank)
      .map(([items, space]) => `[${items.map((item) => space + item + space).join(",")}]`),
    object: fc
      .tuple(
        fc.array(fc.tuple(name, tie("value")), { maxLength: 7, depthIdentifier: "json" }),
        blank,
        fc.boolean(),
      )
      .map(([members, space, hasDuplicates]) => {
        // Names that are numbers come first: the server's twin of an odd text moves them there.
        const listed = (isOdd && hasDuplicates ? members : unique(members)).toSorted(byPlace);
        const texts = listed.map(([[, key], text]) => `${space}${key}${space}:${space}${text}`);
        return `{${texts.join(",")}${space}}`;
      }),
  }));
  const wide = fc
    .tuple(value, fc.integer({ min: 5, max: 60 }))
    .map(([item, count]) => `{"a":[${Array.from({ length: count }, () => item).join(",")}]}`);
  const many = value.map((item) => {
    const members = Array.from({ length: 50 }, (_, i) => `"k${i}":${item}`);
    return `{"a":1,${members.join(",")},"b":${item}}`;
  });
  const objects = fc.oneof({ weight: 8, arbitrary: object }, { weight: 1, arbitrary: wide }, many);
  return isObject ? objects : fc.oneof(value, objects);
}

/** Spellings of a string as JSON. */
const spellings: readonly ((text: string) => string)[] = [
  (text) => JSON.stringify(text),
  (text) => JSON.stringify(text).replaceAll("/", "\\/"),
  (text) =>
    JSON.stringify(text).replaceAll(/[^\0-\x7e]/g, (unit) =>
      escapeOf(unit).toUpperCase().replace("U", "u"),
    ),
  (text) => `"${text.replaceAll(/[^]/g, escapeOf)}"`,
];

function escapeOf(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

type Member = readonly [name: readonly [text: string, spelt: string], value: string];

function unique(members: readonly Member[]): Member[] {
  return [...new Map(members.map((member) => [member[0][0], member])).values()];
}

function byPlace([[a]]: Member, [[b]]: Member): number {
  const place = (name: string): number => (/^(0|[1-9]\d*)$/.test(name) ? Number(name) : Infinity);
  const [from, to] = [place(a), place(b)];
  return from === to ? 0 : from - to;
}
