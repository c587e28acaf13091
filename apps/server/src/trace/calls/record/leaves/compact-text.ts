import { backslash, colon, isBlank, letterU, quote, slash } from "../../../json-text/characters.ts";
import { unitOf } from "../../../json-text/grammar.ts";

/** The text of a payload as it is stored, and facts that its scan found on the way. */
export interface CompactText {
  readonly text: string;
  /** The number of members of all objects. A name that an object has twice counts twice. */
  readonly members: number;
  /** Whether a string has an escape of a lone surrogate, for which UTF-8 has no form. */
  readonly hasLoneSurrogates: boolean;
}

/**
 * The stored form of a valid JSON text: no white space outside of strings, and escapes only where
 * JSON needs them or UTF-8 has no form, each in its shortest spelling. Numbers, the order of members
 * and duplicate names stay. A text that has this form already is returned itself.
 */
export function compactText(text: string): string {
  return scanText(text).text;
}

/** Brings a valid JSON text into its stored form; see {@link compactText}. */
export function scanText(text: string): CompactText {
  const { length } = text;
  let members = 0;
  let hasLoneSurrogates = false;
  /** The stored form of the text before `copied`. */
  let stored = "";
  let copied = 0;
  let slashAt = placeOf("\\", text, 0);
  for (let at = 0; at < length;) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      // Hops over strings, because they are most of a text.
      let end = placeOf('"', text, at + 1);
      let isShortest = true;
      while (slashAt < end) {
        let next = slashAt + 2;
        const letter = text.charCodeAt(slashAt + 1);
        if (letter === letterU) {
          const unit = unitOf(text, next);
          const isPair = isHigh(unit) && isLow(escapedUnit(text, slashAt + 6));
          const isLone = !isPair && isSurrogate(unit);
          hasLoneSurrogates ||= isLone;
          isShortest &&= (isLone || needsUnit(unit)) && hasLowerCase(text, next);
          next = slashAt + (isPair ? 12 : 6);
        } else if (letter === slash) {
          isShortest = false;
        }
        if (end < next) end = placeOf('"', text, next);
        slashAt = text.charCodeAt(next) === backslash ? next : placeOf("\\", text, next);
      }
      if (!isShortest) {
        stored += text.slice(copied, at) + respelt(text.slice(at, end + 1));
        copied = end + 1;
      }
      at = end + 1;
    } else if (isBlank(code)) {
      stored += text.slice(copied, at);
      do at += 1;
      while (isBlank(text.charCodeAt(at)));
      copied = at;
    } else {
      if (code === colon) members += 1;
      at += 1;
    }
  }
  const isStored = copied === 0;
  return { text: isStored ? text : stored + text.slice(copied), members, hasLoneSurrogates };
}

/** The token of a string with the shortest escapes. */
function respelt(token: string): string {
  return JSON.stringify(JSON.parse(token));
}

function placeOf(character: string, text: string, from: number): number {
  const place = text.indexOf(character, from);
  return place === -1 ? text.length : place;
}

/** The unit of an escape `\uXXXX` at a place; -1 if there is none. */
function escapedUnit(text: string, at: number): number {
  if (text.charCodeAt(at) !== backslash || text.charCodeAt(at + 1) !== letterU) return -1;
  return unitOf(text, at + 2);
}

/** Whether a control character has no shorter escape than `\uXXXX`. */
function needsUnit(unit: number): boolean {
  return unit < 0x20 && (unit < 0x08 || unit > 0x0d || unit === 0x0b);
}

/** Whether the four hexadecimal digits at a place have no capital letter. */
function hasLowerCase(text: string, at: number): boolean {
  for (let next = at; next < at + 4; next += 1) {
    const code = text.charCodeAt(next);
    if (code >= 0x41 && code <= 0x46) return false;
  }
  return true;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
