import { html, type Markup } from "./markup.ts";

/** The address of the page for a ref, if there is one. */
export type LinkTo = (ref: string) => string | undefined;

/** JSON text laid out for reading, up to the given room. */
export interface LaidOut {
  readonly markup: Markup;
  /** How many characters of the text were read, white space between tokens included. */
  readonly read: number;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openArray = 0x5b;
const backslash = 0x5c;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** A page shows at most this many characters of one value. */
const maxShown = 100_000;
/** At most this many characters of white space are skipped for each character that may be shown. */
const maxBlanks = 10;
/**
 * Deeper lines are indented no further: otherwise nested brackets would take the square of their
 * number in spaces.
 */
const maxIndent = 32;
const lineStarts: readonly string[] = Array.from(
  { length: maxIndent + 1 },
  (_, depth) => `\n${"  ".repeat(depth)}`,
);

/**
 * Lays out JSON text for reading. Tokens keep their spelling, so that `1.0` and long integers look
 * as they were sent. Incomplete text is laid out up to its end.
 *
 * Each character is read once, and the result has about `room` characters before escaping: large
 * values must not block the server.
 */
export function jsonText(
  text: string,
  linkTo: LinkTo = () => undefined,
  room: number = maxShown,
): LaidOut {
  const parts: (Markup | string)[] = [];
  let plain = "";
  let left = room;
  let depth = 0;
  let previous = 0;
  const stop = Math.min(text.length, room * maxBlanks);
  let at = afterBlanks(text, 0, stop);
  while (at < stop && left > 0) {
    const first = text.charCodeAt(at);
    const closes = first === closeArray || first === closeObject;
    const opened = previous === openArray || previous === openObject;
    if (closes) depth--;
    if ((opened && !closes) || previous === comma || (closes && !opened)) {
      const start = lineStarts[Math.min(Math.max(0, depth), maxIndent)] ?? "";
      plain += start;
      left -= start.length;
    }
    if (first === openArray || first === openObject) depth++;
    previous = first;
    const limit = wholeUpTo(text, Math.min(at + Math.max(2, left), stop));
    const end = tokenEnd(text, at, limit);
    const isCut = end === limit && limit < text.length;
    const token = text.slice(at, end);
    const link = isCut ? undefined : linked(token, linkTo);
    if (link === undefined) {
      plain += first === colon ? ": " : token;
    } else {
      parts.push(plain, link);
      plain = "";
    }
    left = isCut ? 0 : left - token.length;
    at = afterBlanks(text, end, stop);
  }
  return { markup: html`${[...parts, plain]}`, read: at };
}

function linked(token: string, linkTo: LinkTo): Markup | undefined {
  if (!token.startsWith('"weave:///') || !token.endsWith('"')) return undefined;
  const url = linkTo(token.slice(1, -1));
  return url === undefined ? undefined : html`<a href="${url}">${token}</a>`;
}

/** The position after the token that starts here: a string, a sign, or a run of anything else. */
function tokenEnd(text: string, start: number, limit: number): number {
  const first = text.charCodeAt(start);
  if (first === quote) return stringEnd(text, start, limit);
  let at = start + 1;
  if (isSign(first)) return at;
  while (at < limit && !endsRun(text.charCodeAt(at))) at++;
  return at;
}

/**
 * The position after the string that starts here, or the limit if the string does not end before
 * it.
 */
function stringEnd(text: string, start: number, limit: number): number {
  for (let at = start + 1; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === quote) return at + 1;
  }
  return limit;
}

function afterBlanks(text: string, start: number, stop: number): number {
  let at = start;
  while (at < stop && isBlank(text.charCodeAt(at))) at++;
  return at;
}

function endsRun(code: number): boolean {
  return code === quote || isSign(code) || isBlank(code);
}

function isSign(code: number): boolean {
  return (
    code === comma ||
    code === colon ||
    code === openArray ||
    code === closeArray ||
    code === openObject ||
    code === closeObject
  );
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** The position for a cut: `at` or one before, so that no surrogate pair is split. */
function wholeUpTo(text: string, at: number): number {
  const half = text.charCodeAt(at - 1);
  return half >= 0xd800 && half < 0xdc00 ? at - 1 : at;
}
