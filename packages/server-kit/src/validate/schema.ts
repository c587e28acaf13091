import { z } from "@hono/zod-openapi";
import type { ZodError } from "zod";

/** A schema that is compiled when it is first needed, and then kept. */
export class LazySchema {
  readonly #source: z.ZodType;
  #compiled: z.ZodType | undefined;

  constructor(source: z.ZodType) {
    this.#source = source;
  }

  /** What is wrong with a value; `undefined` where it fits. */
  check(value: unknown): ZodError | undefined {
    this.#compiled ??= z.compile(this.#source);
    return this.#compiled.safeParse(value).error;
  }
}
