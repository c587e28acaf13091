import { afterBlank, afterString, backslash, colon, quote } from "../json-text/characters.ts";

/** Whether a JSON text, or a string of one, may hold a ref with one of these prefixes. */
export function mayHoldRef(json: string, prefixes: readonly string[]): boolean {
  // A plain search misses ASCII that is written as `\u00XX`. An escaped slash affects only the end
  // of a prefix, so searching for the scheme is enough.
  return (
    prefixes.some((prefix) => json.includes(schemeOf(prefix))) ||
    (json.includes("\\u00") && escapedAscii().test(json))
  );
}

/**
 * Finds the strings of a valid JSON text that may hold a ref, and skips all others, because refs
 * are few and texts are long. It skips names of members.
 */
export class RefTraces {
  /** The bounds of the string that `next` has found. */
  start = 0;
  end = 0;
  readonly #json: string;
  readonly #schemes: readonly string[];
  readonly #escaped = escapedAscii();
  /**
   * The next place of each scheme and, as the last entry, of an escape; the end of the text if
   * there is none.
   */
  readonly #found: number[];

  constructor(json: string, prefixes: readonly string[]) {
    this.#json = json;
    this.#schemes = prefixes.map(schemeOf);
    this.#found = Array.from({ length: prefixes.length + 1 }, () => -1);
  }

  /** Moves to the next such string; false if there is none. */
  next(): boolean {
    const json = this.#json;
    for (;;) {
      const trace = this.#nextTrace();
      if (trace === json.length) return false;
      this.start = startOfString(json, trace);
      this.end = afterString(json, this.start);
      if (json.charCodeAt(afterBlank(json, this.end)) !== colon) return true;
    }
  }

  #nextTrace(): number {
    const found = this.#found;
    let first = this.#json.length;
    for (let index = 0; index < found.length; index += 1) {
      if ((found[index] as number) < this.end) found[index] = this.#find(index);
      first = Math.min(first, found[index] as number);
    }
    return first;
  }

  #find(index: number): number {
    const scheme = this.#schemes[index];
    const at = scheme === undefined ? this.#findEscaped() : this.#json.indexOf(scheme, this.end);
    return at === -1 ? this.#json.length : at;
  }

  #findEscaped(): number {
    this.#escaped.lastIndex = this.end;
    return this.#escaped.exec(this.#json)?.index ?? -1;
  }
}

/** The beginning of the string that contains a place. All quotes in the string are escaped. */
function startOfString(json: string, place: number): number {
  let at = place;
  for (;;) {
    at -= 1;
    while (at > 0 && json.charCodeAt(at) !== quote) at -= 1;
    let slashes = 0;
    while (json.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
}

/**
 * A prefix up to its colon. A JSON text may escape the slashes after it, so the search uses only
 * this.
 */
function schemeOf(prefix: string): string {
  return prefix.slice(0, prefix.indexOf(":") + 1);
}

/** Finds ASCII characters that are written as `\u00XX`. */
function escapedAscii(): RegExp {
  return /\\u00[2-7]/g;
}
