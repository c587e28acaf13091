import { inspect } from "node:util";

import { EngineError } from "../errors.ts";

const nameForm = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/u;

/** Whether this can be a name of a model, a state or a version. */
export function isName(name: unknown): name is string {
  return typeof name === "string" && nameForm.test(name);
}

/**
 * Checks a name of a model, a state or a version, which is also the name of a folder.
 *
 * @throws {EngineError} `invalid`, naming the parameter.
 */
export function checkName(name: string, parameter: string): void {
  if (isName(name)) return;
  throw new EngineError(
    "invalid",
    `${parameter} ${inspect(name, { depth: 0, maxStringLength: 250 })} is not a name: use 1 to 200 of A–Z a–z 0–9 . _ - and no dot in front`,
    { parameter },
  );
}
