import { isJsonObject, type JsonNode } from "../../digests/json.ts";
import { invalidValue } from "../../refusals.ts";
import { classesOf } from "../object.ts";
import type { BuiltinClasses } from "./classes.ts";

/**
 * A value as it is stored when a client asks for a builtin class: a bare value is validated and
 * written out with its class, one that already has a class stays as it is. Throws `BadRequest`.
 */
export function expandBuiltin(
  val: JsonNode,
  requested: string | null | undefined,
  builtin: BuiltinClasses,
): JsonNode {
  if (requested === undefined || requested === null) return val;
  if (!isJsonObject(val)) {
    throw invalidValue(`A value of class ${requested} must be a JSON object.`);
  }
  const present = classesOf(val);
  if (present !== undefined) {
    if (present.leaf === requested) return val;
    throw invalidValue(`The value is of class ${present.leaf}, not of the class ${requested}.`);
  }
  const read = builtin.get(requested);
  if (read !== undefined) return read(val, "val");
  const known = [...builtin.keys()].join(", ");
  throw invalidValue(`There is no builtin class ${requested}. Publishable are: ${known}.`);
}
