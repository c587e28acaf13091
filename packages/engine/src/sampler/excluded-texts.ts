const bytes = 256;

/** Where a text stands among the beginnings of excluded ones; 0: in none of them. */
export type Place = number;

/** Behind the last byte of an excluded text, where no text may come to. */
export const noPlace: Place = -1;

/**
 * Follows bytes until an excluded text would be complete.
 * Source: Aho and Corasick, "Efficient string matching", Comm. ACM 18 (1975), with every step in a table.
 */
export class ExcludedTexts {
  /** The place after each place and byte [places * 256]. */
  readonly #next: Int32Array;

  /** @param texts none of them empty */
  constructor(texts: readonly string[]) {
    const encoded = texts.map((text) => new TextEncoder().encode(text));
    const most = 1 + encoded.reduce((sum, { length }) => sum + length, 0);
    const next = new Int32Array(most * bytes);
    const isWhole = new Uint8Array(most);
    let places = 1;
    for (const text of encoded) {
      let place = 0;
      for (const byte of text) place = next[place * bytes + byte] ||= places++;
      isWhole[place] = 1;
    }
    this.#next = next;
    this.#completeTable(isWhole);
  }

  /** The place after one more byte. */
  after(place: Place, byte: number): Place {
    return this.#next[place * bytes + byte]!;
  }

  /** Fills in where a text goes on that is the beginning of no excluded one any more, from short beginnings to long ones. */
  #completeTable(isWhole: Uint8Array): void {
    const next = this.#next;
    /** The longest other beginning that each place ends with. */
    const fallback = new Int32Array(isWhole.length);
    const queue = [0];
    for (const place of queue) {
      const other = fallback[place]!;
      for (let byte = 0; byte < bytes; byte++) {
        const step = place * bytes + byte;
        const elsewhere = place === 0 ? 0 : next[other * bytes + byte]!;
        const longer = next[step]!;
        if (longer === 0) {
          next[step] = elsewhere;
        } else if (isWhole[longer] === 1 || elsewhere === noPlace) {
          next[step] = noPlace;
        } else {
          fallback[longer] = elsewhere;
          queue.push(longer);
        }
      }
    }
  }
}
