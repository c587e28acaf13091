import { z } from "@hono/zod-openapi";
import type { ZodError } from "zod";

/** Zod's option to stop at the first fault; its types do not declare it. */
const untilFirstFault: object = { abortEarly: true };

/** A schema that is compiled when it is first needed, and then kept. */
export class LazySchema {
  readonly #source: z.ZodType;
  #compiled: z.ZodType | undefined;

  constructor(source: z.ZodType) {
    this.#source = source;
  }

  /**
   * The faults of a value; `undefined` if it fits. For a large value only the first: a list of
   * millions may have millions of faults, each larger than its item.
   */
  check(value: unknown, isLarge: boolean = false): ZodError | undefined {
    this.#compiled ??= z.compile(this.#source);
    // Most values fit, and `validate` finds that without copying them. Schemas that refer to
    // themselves are not compiled.
    if (this.#compiled !== this.#source && this.#compiled.validate(value)) return undefined;
    return this.#source.safeParse(value, isLarge ? untilFirstFault : undefined).error;
  }
}
