/** Something in a document that cannot be generated from. Says where, and what to do. */
export class SpecError extends Error {
  /** JSON pointer of the place, as in `#/components/schemas/Call`. */
  readonly pointer: string;

  constructor(pointer: string, problem: string) {
    super(`${pointer}: ${problem}`);
    this.name = "SpecError";
    this.pointer = pointer;
  }
}
