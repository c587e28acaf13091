/** Makes texts of one shape, of about a given size, that could make a parser slow. */
export type Shape = readonly [name: string, make: (size: number) => string];

function repeated(unit: string, size: number): string {
  return unit.repeat(Math.ceil(size / unit.length));
}

/** Nested brackets next to each other, each nested almost as deep as values may be. */
function nests(open: string, inside: string, close: string, size: number): string {
  const depth = 190;
  return repeated(`${open.repeat(depth)}${inside}${close.repeat(depth)},`, size);
}

/** JSON within strings of JSON, to a number of levels. */
function embedded(text: string, levels: number): string {
  return levels === 0 ? text : embedded(JSON.stringify(text), levels - 1);
}

const ref = "weave:///acme/p/object/x:v";
const internalRef = "weave-trace-internal:///YWNtZS9w/object/x:v";

/** Texts that are JSON. */
export const jsonShapes: readonly Shape[] = [
  ["a string of escaped quotes", (size) => `"${repeated('\\"', size)}"`],
  ["a string of backslashes", (size) => `"${repeated("\\\\", size)}"`],
  ["a string of control characters", (size) => `"${repeated("\\u0000", size)}"`],
  ["a string beyond ASCII", (size) => `"${repeated("é", size / 2)}"`],
  ["a string of pairs of halves", (size) => `"${repeated("\u{1f600}", size / 2)}"`],
  ["a string of one letter", (size) => `"${repeated("a", size)}"`],
  ["a string of blanks", (size) => `"${repeated(" ", size)}"`],
  ["a string of slashes", (size) => `"weave:///${repeated("a/", size)}"`],
  ["a string that mentions refs", (size) => `"${repeated(`see ${ref} `, size)}"`],
  ["digits", (size) => repeated("1", size)],
  ["digits of a fraction", (size) => `0.${repeated("1", size)}`],
  ["digits of an exponent", (size) => `1e${repeated("1", size)}`],
  ["blanks around a number", (size) => `${repeated(" \n", size / 2)}1${repeated("\t", size / 2)}`],
  ["a list of numbers", (size) => `[${repeated("1,", size)}1]`],
  ["a list of blanks and numbers", (size) => `[${repeated("1 , ", size)}1]`],
  ["a list of empty strings", (size) => `[${repeated('"",', size)}1]`],
  ["a list of empty lists", (size) => `[${repeated("[],", size)}1]`],
  ["a list of empty objects", (size) => `[${repeated("{},", size)}1]`],
  ["lists in lists", (size) => `[${nests("[", "1", "]", size)}1]`],
  ["objects in objects", (size) => `[${nests('{"a":', "1", "}", size)}1]`],
  ["a list of refs", (size) => `[${repeated(`"${ref}",`, size)}1]`],
  ["a list of internal refs", (size) => `[${repeated(`"${internalRef}",`, size)}1]`],
  [
    "members",
    (size) =>
      `{${Array.from({ length: Math.ceil(size / 12) }, (_, at) => `"name${at}":1`).join(",")}}`,
  ],
  [
    "members with a long beginning in common",
    (size) => {
      const beginning = "a".repeat(Math.ceil(Math.sqrt(size)));
      const count = Math.ceil(Math.sqrt(size));
      return `{${Array.from({ length: count }, (_, at) => `"${beginning}\u{1f600}${at}":1`).join(",")}}`;
    },
  ],
  ["one member again and again", (size) => `{${repeated('"weave":{},', size)}"weave":{"a":1}}`],
  [
    "JSON in a string of JSON, with a ref",
    (size) => embedded(`["${internalRef}","${repeated("a", size)}"]`, 1),
  ],
  [
    "JSON in strings of JSON, six levels of them",
    (size) => embedded(`["${internalRef}","${repeated("a", size)}"]`, 6),
  ],
];

/** Texts that are not JSON. */
export const brokenShapes: readonly Shape[] = [
  ["quotes", (size) => repeated('"', size)],
  ["a string of escaped quotes that nothing closes", (size) => `"${repeated('\\"', size)}`],
  ["backslashes that nothing closes", (size) => `"${repeated("\\", size)}`],
  ["backslashes", (size) => repeated("\\", size)],
  ["opening brackets", (size) => repeated("[", size)],
  ["opening braces", (size) => repeated('{"a":', size)],
  ["closing brackets", (size) => repeated("]", size)],
  ["commas", (size) => repeated(",", size)],
  ["colons", (size) => repeated(":", size)],
  ["blanks", (size) => repeated(" \t\r\n", size)],
  ["words", (size) => repeated("abc ", size)],
  ["one word", (size) => repeated("a", size)],
  ["slashes", (size) => repeated("/", size)],
  ["a ref without an end", (size) => `weave:///a/b/object/${repeated("c:", size)}`],
  ["a ref of many steps", (size) => `weave:///a/b/object/c:d${repeated("/index/0", size)}`],
  ["an op without an end", (size) => `weave:///${repeated("op/", size)}`],
  ["refs next to each other", (size) => repeated(ref, size)],
  ["percent signs", (size) => repeated("%", size)],
  ["escapes of half a character", (size) => repeated("%c3", size)],
  ["equal signs", (size) => repeated("a=", size)],
  ["brackets of names", (size) => `a${repeated("[b]", size)}=1`],
  ["halves of characters", (size) => repeated("\ud83d", size)],
  ["signs that HTML escapes", (size) => repeated("<&'", size)],
  ["digits of a time", (size) => `2026-01-01T00:00:00.${repeated("1", size)}`],
  ["NUL", (size) => repeated("\0", size)],
];

export const allShapes: readonly Shape[] = [...jsonShapes, ...brokenShapes];
