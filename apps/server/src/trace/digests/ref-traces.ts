import { afterBlank, afterString, backslash, colon, quote } from "../json-text/characters.ts";

/** Whether a JSON text, or a string of one, may hold a ref that begins so. */
export function mayHoldRef(json: string, prefixes: readonly string[]): boolean {
  // ASCII written as `\u00XX` hides a prefix from a plain search, an escaped slash only its end.
  return (
    prefixes.some((prefix) => json.includes(schemeOf(prefix))) ||
    (json.includes("\\u00") && escapedAscii().test(json))
  );
}

/**
 * Goes over those strings of a valid JSON text that may hold a ref, and over no others: refs are
 * few, and texts are long. Names of members are passed over.
 */
export class RefTraces {
  /** Where the string begins and ends that `next` has found. */
  start = 0;
  end = 0;
  readonly #json: string;
  readonly #schemes: readonly string[];
  readonly #escaped = escapedAscii();
  /** Where each scheme is found next, and the escapes last; behind the text where it is not. */
  readonly #found: number[];

  constructor(json: string, prefixes: readonly string[]) {
    this.#json = json;
    this.#schemes = prefixes.map(schemeOf);
    this.#found = Array.from({ length: prefixes.length + 1 }, () => -1);
  }

  /** Goes on to the next of these strings; false where there is none. */
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

/** Where the string begins in which a place lies. All quotes in it are escaped. */
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

/** A prefix up to its colon, which is all that can be searched for in a JSON text. */
function schemeOf(prefix: string): string {
  return prefix.slice(0, prefix.indexOf(":") + 1);
}

/** Finds ASCII characters that are written as `\u00XX`. */
function escapedAscii(): RegExp {
  return /\\u00[2-7]/g;
}
