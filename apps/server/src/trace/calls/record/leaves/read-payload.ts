import { afterString, isDigit, minus, quote } from "../../../json-text/characters.ts";
import type { CompactText } from "./compact-text.ts";
import { isOddNumber, isReadable, readableNumber } from "./number-text.ts";
import type { Survey } from "./survey.ts";

/**
 * Begins a string that stands for a number whose token matters. It is the second half of a pair of
 * surrogates, and no well-formed string begins with one.
 */
const oddMark = "\udc00";
const writtenOdd = /"\\udc00([^"]*)"/g;
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

/** Whether {@link readPayload} gives something else than the value itself. */
export function isOdd(compact: CompactText, survey: Survey): boolean {
  const hasDuplicates = survey.members !== compact.members;
  return survey.hasOddNumbers || hasDuplicates || compact.hasLoneSurrogates;
}

/** Reads a payload in a way that is right for odd ones too. */
export function readPayload(compact: CompactText, { members }: Survey): ReadPayload {
  const hasDuplicates = members !== compact.members;
  const { text, isAlike } = marked(compact);
  const value: unknown = JSON.parse(text);
  if (isAlike && !hasDuplicates) return { value, readable: undefined };
  const readable = JSON.stringify(value).replace(writtenOdd, (_, source: string) =>
    readableNumber(source),
  );
  return { value, readable };
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
        result += `${text.slice(copied, at)}"\\udc00${source}"`;
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
