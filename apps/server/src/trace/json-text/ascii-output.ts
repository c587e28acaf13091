import { backslash, letterU, quote, slash } from "./characters.ts";
import { unitOf } from "./grammar.ts";

/** Free bytes after the written text, far more than is written between two checks of the room. */
const slack = 64;
/** Long stretches are copied natively. Most stretches are short, and a loop copies those faster. */
const longStretch = 64;
const plainStretch = /[ !#-[\]-~]*/y;
/** The letters of the control characters that have an escape of their own: `\b \t \n \f \r`. */
const letters: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0x62, 0x74, 0x6e, 0, 0x66, 0x72];

/** A growing ASCII text with a maximum length. */
export class AsciiOutput {
  readonly #most: number;
  readonly #onFull: () => void;
  #bytes: Buffer;
  #length = 0;

  /**
   * `expected` is the approximate length of the text. If the text gets longer than `most`, `onFull`
   * throws, or the written text is dropped.
   */
  constructor(expected: number, most: number, onFull: () => void) {
    this.#most = most;
    this.#onFull = onFull;
    this.#bytes = Buffer.allocUnsafe(Math.min(expected, most) + slack);
  }

  /** The written bytes; valid until the next write. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  /** The written text. */
  text(): string {
    return this.#bytes.toString("latin1", 0, this.#length);
  }

  /** Makes room for a few characters. */
  room(): void {
    if (this.#length + slack > this.#bytes.length) this.#grow(0);
  }

  /** Writes one ASCII character. There must be room for it. */
  put(code: number): void {
    this.#bytes[this.#length] = code;
    this.#length += 1;
  }

  /** Writes an ASCII part of a text. Afterwards there is room again. */
  copy(text: string, from: number, to: number): void {
    const length = to - from;
    if (this.#length + length + slack > this.#bytes.length) this.#grow(length);
    if (length >= longStretch) {
      this.#bytes.write(text.slice(from, to), this.#length, "latin1");
    } else {
      const bytes = this.#bytes;
      const shift = this.#length - from;
      for (let at = from; at < to; at += 1) bytes[shift + at] = text.charCodeAt(at);
    }
    this.#length += length;
  }

  /**
   * Writes the rest of a JSON string from `from` on, a position after its first quote, with the
   * escapes of Python's `json.dumps`. Returns the position after the string. If the string does not
   * end before `stop`, returns the complement (`~`) of the reached position. There must be room,
   * and afterwards there is room again.
   */
  copyString(text: string, from: number, stop: number): number {
    let bytes = this.#bytes;
    let length = this.#length;
    let full = bytes.length - slack;
    let stretch = from + longStretch;
    let at = from;
    while (at < stop) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        bytes[length++] = quote;
        this.#length = length;
        return at + 1;
      }
      if (code !== backslash && code >= 0x20 && code < 0x7f) {
        bytes[length++] = code;
        at += 1;
      } else if (code !== backslash) {
        length = putUnit(bytes, length, code);
        at += 1;
        stretch = at + longStretch;
      } else {
        const letter = text.charCodeAt(at + 1);
        if (letter === letterU) {
          length = putUnit(bytes, length, unitOf(text, at + 2));
          at += 6;
        } else {
          // Python does not escape the slash.
          if (letter !== slash) bytes[length++] = backslash;
          bytes[length++] = letter;
          at += 2;
        }
        stretch = at + longStretch;
      }
      if (length < full && at < stretch) continue;
      this.#length = length;
      this.room();
      if (at >= stretch) {
        const plain = afterPlain(text, at);
        this.copy(text, at, plain);
        at = plain;
        stretch = at + longStretch;
      }
      bytes = this.#bytes;
      length = this.#length;
      full = bytes.length - slack;
    }
    this.#length = length;
    return ~at;
  }

  #grow(more: number): void {
    if (this.#length + more > this.#most) {
      this.#onFull();
      this.#length = 0;
    }
    const needed = this.#length + more;
    const size = Math.max(needed, Math.min(2 * this.#bytes.length, this.#most)) + slack;
    if (size <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(size);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Writes one code unit of a string, escaped if Python escapes it; returns the place after it. */
function putUnit(bytes: Buffer, at: number, unit: number): number {
  let next = at;
  if (unit >= 0x20 && unit < 0x7f) {
    if (unit === quote || unit === backslash) bytes[next++] = backslash;
    bytes[next++] = unit;
    return next;
  }
  const letter = letters[unit] ?? 0;
  bytes[next++] = backslash;
  bytes[next++] = letter === 0 ? letterU : letter;
  if (letter !== 0) return next;
  for (let shift = 12; shift >= 0; shift -= 4) {
    const digit = (unit >> shift) & 15;
    bytes[next++] = digit < 10 ? 0x30 + digit : 0x57 + digit;
  }
  return next;
}

function afterPlain(text: string, at: number): number {
  plainStretch.lastIndex = at;
  plainStretch.test(text);
  return plainStretch.lastIndex;
}
