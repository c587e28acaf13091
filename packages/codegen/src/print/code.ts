/**
 * Code before layout: text, a sequence, or a bracketed group. A group is on one line if it fits,
 * and has one item on each line if it does not.
 */
export type Code = string | readonly Code[] | Group;

/** A group in brackets: arguments, an array, an object literal, the body of a getter. */
export interface Group {
  readonly open: string;
  readonly items: readonly Code[];
  readonly close: string;
  /** Comes between items, and after the last item of a broken group. */
  readonly separator: string;
}

const width = 100;

/** `name(first, second)`. */
export function call(name: string, ...args: readonly Code[]): Group {
  return { open: `${name}(`, items: args, close: ")", separator: "," };
}

/** `[first, second]`. */
export function list(items: readonly Code[]): Group {
  return { open: "[", items, close: "]", separator: "," };
}

/** `{ first, second }`; each item is a whole member. */
export function object(members: readonly Code[]): Group {
  return { open: "{", items: members, close: "}", separator: "," };
}

/** `head { statement; }`: a body of one statement, which contains its own semicolon. */
export function block(head: string, statement: Code): Group {
  return { open: `${head} {`, items: [statement], close: "}", separator: "" };
}

/** Lays code out within 100 columns, starting at an indentation. Strings are never broken. */
export function print(code: Code, indent = 0): string {
  return layOut(code, indent, indent, 0);
}

/** The code on one line. */
export function flat(code: Code): string {
  if (typeof code === "string") return code;
  if (isSequence(code)) return code.map(flat).join("");
  const { open, items, close, separator } = code;
  if (items.length === 0) return `${open}${close}`;
  const space = open.endsWith("{") ? " " : "";
  return `${open}${space}${items.map(flat).join(`${separator} `)}${space}${close}`;
}

/**
 * Whether a piece of the code starts with `start`, such as `z.`; text inside a string does not
 * count.
 */
export function mentions(code: Code, start: string): boolean {
  if (typeof code === "string") return code.startsWith(start);
  if (isSequence(code)) return code.some((part) => mentions(part, start));
  return code.open.startsWith(start) || code.items.some((item) => mentions(item, start));
}

/** `tail` is the number of columns to keep free after the code on its last line. */
function layOut(code: Code, indent: number, column: number, tail: number): string {
  const line = flat(code);
  if (column + line.length + tail <= width || typeof code === "string") return line;
  if (isSequence(code)) return layOutSequence(code, indent, column, tail);
  const { open, items, close, separator } = code;
  if (items.length === 0) return line;
  if (items.length === 1 && open.endsWith("(")) {
    return `${open}${layOut(items[0] ?? "", indent, column + open.length, tail + 1)}${close}`;
  }
  const inner = indent + 2;
  const lines = items.map((item) => {
    const text = layOut(item, inner, inner, separator.length);
    return `${" ".repeat(inner)}${text}${separator}\n`;
  });
  return `${open}\n${lines.join("")}${" ".repeat(indent)}${close}`;
}

function layOutSequence(
  parts: readonly Code[],
  indent: number,
  column: number,
  tail: number,
): string {
  let text = "";
  for (const [index, part] of parts.entries()) {
    const at = text.includes("\n")
      ? text.length - text.lastIndexOf("\n") - 1
      : column + text.length;
    const rest = parts.slice(index + 1);
    text += layOut(part, indent, at, rest.every((next) => typeof next === "string") ? tail : 0);
  }
  return text;
}

function isSequence(code: Code): code is readonly Code[] {
  return Array.isArray(code);
}
