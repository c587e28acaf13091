import type { Literal } from "../node.ts";
import type { PayloadValue } from "./payload-value.ts";

/** A moment in µs. A class of its own keeps it apart from numbers. */
export class Moment {
  readonly micros: number;

  constructor(micros: number) {
    this.micros = micros;
  }
}

/** A single value; 64-bit integers are exact. */
export type Scalar = string | number | bigint | boolean | null | Moment;

/** The value of an operand. */
export type Value = Literal | Scalar | PayloadValue;
