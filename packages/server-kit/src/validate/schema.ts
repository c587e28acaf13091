import { z } from "@hono/zod-openapi";
import type { ZodError } from "zod";

/** Zod's own way to stop at the first fault, which its types keep to itself. */
const untilFirstFault: object = { abortEarly: true };

/** A schema that is compiled when it is first needed, and then kept. */
export class LazySchema {
  readonly #source: z.ZodType;
  #compiled: z.ZodType | undefined;

  constructor(source: z.ZodType) {
    this.#source = source;
  }

  /**
   * What is wrong with a value; `undefined` where it fits. Of a value that is large the first fault
   * alone: a list of millions has millions of them, each larger than what it is about.
   */
  check(value: unknown, isLarge: boolean = false): ZodError | undefined {
    this.#compiled ??= z.compile(this.#source);
    // Most values fit, and to see that takes no copy of them. What refers to itself is not compiled.
    if (this.#compiled !== this.#source && this.#compiled.validate(value)) return undefined;
    return this.#source.safeParse(value, isLarge ? untilFirstFault : undefined).error;
  }
}
