import { JsonPlaces } from "../../json-text/json-places.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import { classesOf } from "../object.ts";
import type { BuiltinClasses } from "./classes.ts";
import { readTree, treeText } from "./read-tree.ts";

/**
 * A value, given as canonical text, as it is stored when a client asks for a builtin class: a bare
 * value is validated and written out with its class, in any order; one that already has a class
 * stays as it is. Throws `InvalidInput`.
 */
export function expandBuiltin(
  text: string,
  requested: string | null | undefined,
  builtin: BuiltinClasses,
): string {
  if (requested === undefined || requested === null) return text;
  const asked = requested.slice(0, 100);
  const val = new JsonPlaces(text);
  if (!val.isObject(val.root)) {
    throw new InvalidInput(`A value of class ${asked} must be a JSON object.`);
  }
  const present = classesOf(val);
  if (present !== undefined) {
    if (present.leaf === requested) return text;
    throw new InvalidInput(
      `The value is of class ${present.leaf?.slice(0, 100)}, not of the class ${asked}.`,
    );
  }
  const read = builtin.get(requested);
  if (read !== undefined) return treeText(read(readTree(text), "val"));
  const known = [...builtin.keys()].join(", ");
  throw new InvalidInput(`There is no builtin class ${asked}. Publishable are: ${known}.`);
}
