import { type CodePointRange, type CodePointSet, complementOf, unionOf } from "../code-points.ts";

/** A piece of a grammar's text. */
export type EbnfToken =
  | { readonly kind: "text"; readonly text: string; readonly at: number }
  | { readonly kind: "set"; readonly set: CodePointSet; readonly at: number }
  | { readonly kind: "name"; readonly name: string; readonly at: number }
  | { readonly kind: "count"; readonly min: number; readonly max: number; readonly at: number }
  | { readonly kind: "mark"; readonly mark: string; readonly at: number };

/** Something in a grammar's text that cannot be read. */
export class EbnfError extends Error {
  /** Where it stands, in characters from the beginning. */
  readonly at: number;
  readonly kind: "invalid" | "unsupported";

  constructor(message: string, at: number, kind: "invalid" | "unsupported" = "invalid") {
    super(message);
    this.at = at;
    this.kind = kind;
  }
}

/** Sticky, so that each looks only at where the lexer stands. */
const space = /(?:\s|#[^\n]*)+/y;
const name = /[A-Za-z_][\w.-]*/y;
const count = /\{\s*(\d+)\s*(?:(,)\s*(?:(\d+)\s*)?)?\}/y;
const mark = /::=|\(=|[()|*+?.]/y;
const escaped =
  /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|U([0-9a-fA-F]{8})|(.))/suy;
const controls: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11, b: 8, a: 7 };

/**
 * Cuts a grammar's text into pieces: literals in double quotes, classes in brackets, names, counts in braces, marks. White
 * space and comments, from # to the end of the line, lie between them.
 *
 * @throws EbnfError
 */
export function ebnfTokens(grammar: string): EbnfToken[] {
  const tokens: EbnfToken[] = [];
  let at = 0;
  const read = (form: RegExp): RegExpExecArray | null => {
    form.lastIndex = at;
    const match = form.exec(grammar);
    if (match !== null) at += match[0].length;
    return match;
  };

  /** One character of a literal or a class, escaped or not. */
  const character = (
    from: number,
    closing: string,
    what: string,
  ): { point: number; isPlain: boolean } | null => {
    const point = grammar.codePointAt(at);
    if (point === undefined)
      throw new EbnfError(`${what} is not closed: ${closing} is missing`, from);
    if (grammar[at] === closing) {
      at++;
      return null;
    }
    if (grammar[at] !== "\\") {
      at += point > 0xffff ? 2 : 1;
      return { point, isPlain: true };
    }
    const match = read(escaped);
    if (match === null) throw new EbnfError(`${what} ends with a backslash`, at);
    const [, byte, short, braced, long, plain] = match;
    const hexadecimal = byte ?? short ?? braced ?? long;
    const written =
      hexadecimal === undefined
        ? (controls[plain!] ?? plain!.codePointAt(0)!)
        : Number.parseInt(hexadecimal, 16);
    if (written > 0x10_ffff || (written >= 0xd800 && written <= 0xdfff)) {
      throw new EbnfError(`${match[0]} is no character`, from);
    }
    return { point: written, isPlain: false };
  };

  const literal = (from: number): EbnfToken => {
    let text = "";
    for (
      let each = character(from, '"', "the string");
      each !== null;
      each = character(from, '"', "the string")
    ) {
      if (each.point === 0) throw new EbnfError("the character NUL cannot be written", from);
      text += String.fromCodePoint(each.point);
    }
    return { kind: "text", text, at: from };
  };

  const set = (from: number): EbnfToken => {
    const isNegated = grammar[at] === "^";
    if (isNegated) at++;
    const ranges: CodePointRange[] = [];
    for (let each = character(from, "]", "the class"); each !== null;) {
      const { point } = each;
      each = character(from, "]", "the class");
      if (each?.isPlain !== true || each.point !== 0x2d || grammar[at] === "]") {
        ranges.push([point, point]);
        continue;
      }
      const last = character(from, "]", "the class")!.point;
      if (last < point) {
        throw new EbnfError(
          `the class ${grammar.slice(from, at)}… has a range in descending order`,
          from,
        );
      }
      ranges.push([point, last]);
      each = character(from, "]", "the class");
    }
    const union = unionOf(ranges);
    return { kind: "set", set: isNegated ? complementOf(union) : union, at: from };
  };

  while (at < grammar.length) {
    if (read(space) !== null) continue;
    const from = at;
    const found = read(name);
    if (found !== null) {
      tokens.push({ kind: "name", name: found[0], at: from });
      continue;
    }
    const counted = read(count);
    if (counted !== null) {
      const min = Number(counted[1]);
      const max =
        counted[2] === undefined ? min : counted[3] === undefined ? Infinity : Number(counted[3]);
      tokens.push({ kind: "count", min, max, at: from });
      continue;
    }
    const marked = read(mark);
    if (marked !== null) {
      tokens.push({ kind: "mark", mark: marked[0], at: from });
      continue;
    }
    at++;
    if (grammar[from] === '"') tokens.push(literal(from));
    else if (grammar[from] === "[") tokens.push(set(from));
    else throw new EbnfError(`${JSON.stringify(grammar[from])} is not expected`, from);
  }
  return tokens;
}
