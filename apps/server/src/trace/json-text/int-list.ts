/**
 * The first entries are in a plain array, because most lists are short and a typed array takes
 * longer to create.
 */
const short = 64;

/** A growing list of 32-bit integers. A long list takes four bytes for each entry. */
export class IntList {
  readonly #first: number[] = [];
  #rest: Int32Array | undefined;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(item: number): void {
    if (this.#length < short) this.#first[this.#length] = item;
    else this.#room()[this.#length - short] = item;
    this.#length += 1;
  }

  /** The entry at an index below the length. */
  at(index: number): number {
    return (index < short ? this.#first[index] : this.#rest?.[index - short]) as number;
  }

  set(index: number, item: number): void {
    if (index < short) this.#first[index] = item;
    else this.#room()[index - short] = item;
  }

  /** Drops the entries from an index on. */
  cut(length: number): void {
    this.#length = length;
  }

  #room(): Int32Array {
    let rest = this.#rest;
    if (rest === undefined || this.#length - short === rest.length) {
      const larger = new Int32Array(2 * this.#length);
      if (rest !== undefined) larger.set(rest);
      rest = larger;
      this.#rest = rest;
    }
    return rest;
  }
}
