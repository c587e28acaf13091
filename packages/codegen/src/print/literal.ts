import { list, object } from "./code.ts";
import type { Code } from "./code.ts";
import { memberName } from "./names.ts";

/** A JSON value as a literal of the generated code, without members that are `undefined`. */
export function literal(value: unknown): Code {
  if (Array.isArray(value)) return list(value.map(literal));
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return object(members.map(([name, member]) => [`${literalName(name)}: `, literal(member)]));
}

/** The name of a member in an object literal. In brackets, `__proto__` is an ordinary member. */
export function literalName(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : memberName(name);
}
