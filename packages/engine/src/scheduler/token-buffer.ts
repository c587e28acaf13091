/** Tokens of a sequence that grows: an int32 array with room at its end. */
export class TokenBuffer {
  #tokens: Int32Array;
  #length: number;

  constructor(tokens: Int32Array, room = 0) {
    this.#tokens = new Int32Array(tokens.length + room);
    this.#tokens.set(tokens);
    this.#length = tokens.length;
  }

  get length(): number {
    return this.#length;
  }

  at(index: number): number {
    const token = index < this.#length ? this.#tokens[index] : undefined;
    if (token === undefined) throw new RangeError(`no token ${index} in ${this.#length}`);
    return token;
  }

  push(token: number): void {
    if (this.#length === this.#tokens.length) {
      const grown = new Int32Array(Math.max(16, this.#length * 2));
      grown.set(this.#tokens);
      this.#tokens = grown;
    }
    this.#tokens[this.#length] = token;
    this.#length += 1;
  }

  /** [to − from]: a view, good until the next `push`. */
  view(from = 0, to: number = this.#length): Int32Array {
    return this.#tokens.subarray(from, to);
  }
}
