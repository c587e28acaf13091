import { afterString, isDigit, minus, quote } from "../../../json-text/characters.ts";
import type { CompactText } from "./compact-text.ts";
import { isOddNumber, isReadable, mayBeOdd, readableNumber } from "./number-text.ts";

/**
 * Begins a string that stands for a number whose token matters. It is a lone surrogate, so no other
 * string that was read begins with it.
 */
const oddMark = "\ud800";
const writtenOdd = /"\\ud800([^"]*)"/g;
const escapes = /\\(?:ud[89a-f][0-9a-f]{2}|[^])/g;
const loneLength = "\\ud800".length;
const numberCharacters = /[-+.0-9eE]*/y;

/** A payload as a value whose strings are well-formed. */
export interface ReadPayload {
  /** Where a number's value does not tell its text, a string that {@link oddNumberOf} knows. */
  readonly value: unknown;
  /** A text of the value that the engine can read; `undefined` if it reads the stored one alike. */
  readonly readable: string | undefined;
}

/** The token of a number that is a string in {@link ReadPayload}; `undefined` for other strings. */
export function oddNumberOf(text: string): string | undefined {
  return text.startsWith(oddMark) ? text.slice(oddMark.length) : undefined;
}

/** Reads a payload; `value` is what `JSON.parse` makes of its text. */
export function readPayload(compact: CompactText, value: unknown): ReadPayload {
  const survey = new Survey();
  survey.visit(value);
  const hasDuplicates = survey.members !== compact.members;
  if (!survey.mayHaveOddNumbers && !hasDuplicates && !compact.hasLoneSurrogates) {
    return { value, readable: undefined };
  }
  const { text, isAlike } = marked(compact);
  const read: unknown = JSON.parse(text);
  if (isAlike && !hasDuplicates) return { value: read, readable: undefined };
  const readable = JSON.stringify(read).replace(writtenOdd, (_, source: string) =>
    readableNumber(source),
  );
  return { value: read, readable };
}

/** Counts the members of a value, and notices numbers whose tokens may matter. */
class Survey {
  members = 0;
  mayHaveOddNumbers = false;

  visit(value: unknown): void {
    if (typeof value === "number") {
      if (mayBeOdd(value)) this.mayHaveOddNumbers = true;
    } else if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) this.visit(value[index]);
    } else if (typeof value === "object" && value !== null) {
      for (const name in value) {
        this.members += 1;
        this.visit((value as Readonly<Record<string, unknown>>)[name]);
      }
    }
  }
}

/**
 * Replaces odd numbers by marked strings, and lone surrogates by U+FFFD. It is alike if the engine
 * reads the original so, too.
 */
function marked({ text, hasLoneSurrogates }: CompactText): { text: string; isAlike: boolean } {
  let result = "";
  let copied = 0;
  let isAlike = !hasLoneSurrogates;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = afterString(text, at);
      if (hasLoneSurrogates) {
        result += text.slice(copied, at) + wellFormed(text.slice(at, end));
        copied = end;
      }
      at = end;
    } else if (code === minus || isDigit(code)) {
      const end = afterNumber(text, at);
      const source = text.slice(at, end);
      if (isOddNumber(source)) {
        result += `${text.slice(copied, at)}"\\ud800${source}"`;
        copied = end;
        isAlike &&= isReadable(source);
      }
      at = end;
    } else {
      at += 1;
    }
  }
  return { text: result + text.slice(copied), isAlike };
}

/** In the stored form only lone surrogates are escaped. */
function wellFormed(token: string): string {
  if (!token.includes("\\ud")) return token;
  return token.replace(escapes, (escape) => (escape.length === loneLength ? "\ufffd" : escape));
}

function afterNumber(text: string, at: number): number {
  numberCharacters.lastIndex = at;
  numberCharacters.test(text);
  return numberCharacters.lastIndex;
}
