import { backslash, letterU, quote } from "./characters.ts";
import { escapedUnit, unitOf } from "./grammar.ts";

/**
 * The decoded names of a JSON text in UTF-8, whose bytes sort in the order of code points. A lone
 * surrogate becomes three bytes, which keeps its place in that order.
 */
export class NameBytes {
  #bytes = new Uint8Array(64);
  #length = 0;
  /** The start of each name, and the end of the last. */
  readonly #starts: number[] = [0];

  /** The number of bytes of all names. */
  get length(): number {
    return this.#length;
  }

  /** Adds the name whose first quote is at `at`. */
  add(text: string, at: number): void {
    let next = at + 1;
    let high = 0;
    for (let code = text.charCodeAt(next); code !== quote; code = text.charCodeAt(next)) {
      if (code !== backslash) {
        next += 1;
      } else if (text.charCodeAt(next + 1) === letterU) {
        code = unitOf(text, next + 2);
        next += 6;
      } else {
        code = escapedUnit(text.charCodeAt(next + 1));
        next += 2;
      }
      high = code < 0x80 && high === 0 ? this.#put(code) : this.#addUnit(code, high);
    }
    if (high !== 0) this.#addCodePoint(high);
    this.#starts.push(this.#length);
  }

  /** One byte of a name; -1 after its last byte. */
  at(name: number, index: number): number {
    const at = (this.#starts[name] as number) + index;
    return at < (this.#starts[name + 1] as number) ? (this.#bytes[at] as number) : -1;
  }

  /** Compares two names from one byte on. */
  compare(left: number, right: number, from: number): number {
    for (let index = from; ; index += 1) {
      const byte = this.at(left, index);
      const difference = byte - this.at(right, index);
      if (difference !== 0 || byte === -1) return difference;
    }
  }

  /**
   * Adds a code unit. If it may be the first half of a surrogate pair, returns it instead,
   * otherwise 0. `high` is the result for the unit before.
   */
  #addUnit(unit: number, high: number): number {
    if (high !== 0 && (unit & 0xfc00) === 0xdc00) {
      return this.#addCodePoint(0x10000 + ((high & 0x3ff) << 10) + (unit & 0x3ff));
    }
    if (high !== 0) this.#addCodePoint(high);
    return (unit & 0xfc00) === 0xd800 ? unit : this.#addCodePoint(unit);
  }

  #addCodePoint(point: number): 0 {
    if (point < 0x80) return this.#put(point);
    if (point < 0x800) {
      this.#put(0xc0 | (point >> 6));
    } else {
      if (point < 0x10000) {
        this.#put(0xe0 | (point >> 12));
      } else {
        this.#put(0xf0 | (point >> 18));
        this.#put(0x80 | ((point >> 12) & 0x3f));
      }
      this.#put(0x80 | ((point >> 6) & 0x3f));
    }
    return this.#put(0x80 | (point & 0x3f));
  }

  #put(byte: number): 0 {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length] = byte;
    this.#length += 1;
    return 0;
  }
}
