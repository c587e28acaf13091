/** A stop string found in what was pushed; offsets count bytes from the first one pushed. */
export interface StopStringMatch {
  readonly text: string;
  /** Of the first byte of the match: text from here on is not part of the answer. */
  readonly start: number;
  /** After the last byte of the match. */
  readonly end: number;
}

interface Pattern {
  readonly text: string;
  readonly bytes: Uint8Array;
  /** At each length of a partial match the next shorter one that may still hold. */
  readonly fallback: Int32Array;
}

/**
 * Finds stop strings in text that comes in pieces of bytes. A character may be cut anywhere between two pieces: UTF-8
 * is matched as bytes, and what is found does not depend on where the pieces were cut.
 *
 * The match that is complete first wins; of those complete at the same byte the longest, which begins first.
 * Source: Knuth, Morris, Pratt, "Fast pattern matching in strings", SIAM J. Computing 6 (1977), one automaton a string.
 */
export class StopStringMatcher {
  readonly #patterns: readonly Pattern[];
  readonly #matched: Int32Array;
  #pushedBytes = 0;

  /** @param stopStrings none of them empty */
  constructor(stopStrings: readonly string[]) {
    const encoder = new TextEncoder();
    this.#patterns = stopStrings.map((text) => {
      const bytes = encoder.encode(text);
      return { text, bytes, fallback: fallbacks(bytes) };
    });
    this.#matched = new Int32Array(stopStrings.length);
  }

  /**
   * How many bytes at the end of what was pushed may be the beginning of a stop string: a stream
   * must hold back so many and no more.
   */
  get heldBytes(): number {
    let held = 0;
    for (const length of this.#matched) held = Math.max(held, length);
    return held;
  }

  /** Takes bytes[start..end). Stops at the first match; what follows it in the same piece is not looked at. */
  push(bytes: Uint8Array, start = 0, end: number = bytes.length): StopStringMatch | null {
    for (let i = start; i < end; i++) {
      this.#pushedBytes++;
      const found = this.#step(bytes[i]!);
      if (found !== null) {
        const matchEnd = this.#pushedBytes;
        return { text: found.text, start: matchEnd - found.bytes.length, end: matchEnd };
      }
    }
    return null;
  }

  /** Takes bytes[start..end) whose matches do not count; one that begins here may still be completed by later bytes. */
  advance(bytes: Uint8Array, start = 0, end: number = bytes.length): void {
    for (let i = start; i < end; i++) this.#step(bytes[i]!);
    this.#pushedBytes += end - start;
  }

  #step(byte: number): Pattern | null {
    let found: Pattern | null = null;
    for (let index = 0; index < this.#patterns.length; index++) {
      const pattern = this.#patterns[index]!;
      let length = this.#matched[index]!;
      while (length > 0 && pattern.bytes[length] !== byte) length = pattern.fallback[length]!;
      if (pattern.bytes[length] === byte) length++;
      if (length === pattern.bytes.length) {
        if (found === null || pattern.bytes.length > found.bytes.length) found = pattern;
        length = pattern.fallback[length]!;
      }
      this.#matched[index] = length;
    }
    return found;
  }
}

function fallbacks(bytes: Uint8Array): Int32Array {
  const fallback = new Int32Array(bytes.length + 1);
  let length = 0;
  for (let i = 1; i < bytes.length; i++) {
    while (length > 0 && bytes[length] !== bytes[i]) length = fallback[length]!;
    if (bytes[length] === bytes[i]) length++;
    fallback[i + 1] = length;
  }
  return fallback;
}
