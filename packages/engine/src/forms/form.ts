import { inspect } from "node:util";

import { EngineError } from "../errors.ts";

/**
 * What a value must look like: types alone, which TypeScript has checked where it was asked and JavaScript nowhere.
 * Ranges are checked by those who know them. `path` names the value, as the `parameter` of the error.
 *
 * @throws {EngineError} `invalid`, naming the value and what it has to be
 */
export type Form = (value: unknown, path: string) => void;

export const numberForm: Form = (value, path) => {
  if (typeof value !== "number") throw isNo(value, path, "a number");
};

export const textForm: Form = (value, path) => {
  if (typeof value !== "string") throw isNo(value, path, "a string");
};

export const flagForm: Form = (value, path) => {
  if (typeof value !== "boolean") throw isNo(value, path, "true or false");
};

export const int32ArrayForm: Form = (value, path) => {
  if (tagOf(value) !== "Int32Array") throw isNo(value, path, "an Int32Array");
};

export const float32ArrayForm: Form = (value, path) => {
  if (tagOf(value) !== "Float32Array") throw isNo(value, path, "a Float32Array");
};

export const objectForm: Form = (value, path) => {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw isNo(value, path, "an object");
};

/** What may be left out. */
export function optional(form: Form): Form {
  return (value, path) => {
    if (value !== undefined) form(value, path);
  };
}

/** One of these values. */
export function oneOf(...values: readonly string[]): Form {
  return (value, path) => {
    if (typeof value !== "string" || !values.includes(value))
      throw isNo(value, path, values.map((name) => `"${name}"`).join(" or "));
  };
}

/** An array without holes. */
export function listOf(form: Form): Form {
  return (value, path) => {
    if (!Array.isArray(value)) throw isNo(value, path, "an array");
    for (let index = 0; index < value.length; index += 1) form(value[index], `${path}[${index}]`);
  };
}

/** A map from numbers to numbers. */
export const numberMapForm: Form = (value, path) => {
  if (!(value instanceof Map)) throw isNo(value, path, "a Map");
  for (const [key, member] of value as Map<unknown, unknown>) {
    numberForm(key, path);
    numberForm(member, path);
  }
};

/** An object with these members, and maybe others. */
export function recordOf(members: Readonly<Record<string, Form>>): Form {
  return (value, path) => {
    objectForm(value, path);
    for (const [name, form] of Object.entries(members))
      form(memberOf(value, name), join(path, name));
  };
}

/** An object with these members and no others: one that is not known would be ignored, so it is refused by name. */
export function closedRecordOf(members: Readonly<Record<string, Form>>): Form {
  const known = recordOf(members);
  return (value, path) => {
    known(value, path);
    for (const name of Object.keys(value as object)) {
      if (Object.hasOwn(members, name) || memberOf(value, name) === undefined) continue;
      const parameter = join(path, name);
      const names = Object.keys(members).join(", ");
      throw new EngineError(
        "unsupported",
        `${parameter} is not known to this engine, which would ignore it; leave it out (known options: ${names})`,
        { parameter },
      );
    }
  };
}

/** The error for a value that is not what it has to be. */
export function isNo(value: unknown, path: string, what: string): EngineError {
  const shown = inspect(value, {
    depth: 0,
    maxStringLength: 60,
    maxArrayLength: 4,
    breakLength: Infinity,
    customInspect: false,
  });
  return new EngineError("invalid", `${path} is ${shown}; it has to be ${what}`, {
    parameter: path,
  });
}

/** Also for arrays of another realm, which are no instances of this one's. */
function tagOf(value: unknown): string {
  return ArrayBuffer.isView(value) ? Object.prototype.toString.call(value).slice(8, -1) : "";
}

function memberOf(value: unknown, name: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[name];
}

/** Members of the arguments that are all options themselves are named without the argument. */
const unnamed: readonly string[] = ["request", "adam", "model", "options"];

function join(path: string, name: string): string {
  return unnamed.includes(path) ? name : `${path}.${name}`;
}
