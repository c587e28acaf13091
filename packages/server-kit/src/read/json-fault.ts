const literals = ["true", "false", "null"];
/**
 * The end of a plain run inside a string: its quote, an escape, or a control character (an error).
 */
// oxlint-disable-next-line no-control-regex -- JSON forbids exactly these
const stringEnd = /["\\\u0000-\u001f]/g;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const blanks = /[ \t\r\n]*/y;

/**
 * Where a text stops being JSON, for the message of the refusal.
 *
 * Engines name the place in some messages and quote the text in others; this one reads the text
 * again, which only happens to malformed bodies, and quotes nothing.
 */
export function jsonFault(text: string): string {
  const at = firstFault(text);
  if (at >= text.length) return "unexpected end of the body";
  let line = 1;
  let lineStart = 0;
  for (let i = text.indexOf("\n"); i >= 0 && i < at; i = text.indexOf("\n", i + 1)) {
    line++;
    lineStart = i + 1;
  }
  return `unexpected character at line ${line}, column ${at - lineStart + 1}`;
}

/** RFC 8259, without recursion: `closers` holds the bracket each open container waits for. */
function firstFault(text: string): number {
  const closers: string[] = [];
  let at = match(blanks, text, 0);
  for (;;) {
    const opened = text[at];
    if (opened === "{" || opened === "[") {
      const closer = opened === "{" ? "}" : "]";
      at = match(blanks, text, at + 1);
      if (text[at] !== closer) {
        closers.push(closer);
        if (closer === "]") continue;
        const key = keyEnd(text, at);
        if (key.fault) return key.at;
        at = key.at;
        continue;
      }
      at++;
    } else {
      const scalar = scalarEnd(text, at);
      if (scalar.fault) return scalar.at;
      at = scalar.at;
    }
    // A value has ended: containers may end with it, or a comma leads to the next.
    for (;;) {
      at = match(blanks, text, at);
      const closer = closers.at(-1);
      if (closer === undefined) return at;
      if (text[at] === closer) {
        closers.pop();
        at++;
        continue;
      }
      if (text[at] !== ",") return at;
      at = match(blanks, text, at + 1);
      if (closer === "}") {
        const key = keyEnd(text, at);
        if (key.fault) return key.at;
        at = key.at;
      }
      break;
    }
  }
}

interface End {
  readonly at: number;
  readonly fault: boolean;
}

function keyEnd(text: string, start: number): End {
  if (text[start] !== '"') return { at: start, fault: true };
  const key = quotedEnd(text, start);
  if (key.fault) return key;
  const at = match(blanks, text, key.at);
  if (text[at] !== ":") return { at, fault: true };
  return { at: match(blanks, text, at + 1), fault: false };
}

function scalarEnd(text: string, start: number): End {
  if (text[start] === '"') return quotedEnd(text, start);
  for (const literal of literals) {
    if (text.startsWith(literal, start)) return { at: start + literal.length, fault: false };
  }
  const at = match(number, text, start);
  return { at, fault: at === start };
}

function quotedEnd(text: string, start: number): End {
  let at = start + 1;
  for (;;) {
    stringEnd.lastIndex = at;
    const found = stringEnd.exec(text);
    if (!found) return { at: text.length, fault: true };
    if (found[0] === '"') return { at: found.index + 1, fault: false };
    at = match(escape, text, found.index);
    if (at === found.index) return { at, fault: true };
  }
}

/** The position after a sticky pattern's match at `at`; `at` if it does not match. */
function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
