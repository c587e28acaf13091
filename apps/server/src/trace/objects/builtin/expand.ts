import { JsonPlaces } from "../../json-text/json-places.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import { classesOf } from "../object.ts";
import type { BuiltinClasses } from "./classes.ts";
import { readTree, treeText } from "./read-tree.ts";

/**
 * The value to store if a client asks for a builtin class; `text` is canonical. A bare value is
 * validated, and gets its class and defaults; its members may be in any order. A value that already
 * has a class stays unchanged. Throws `InvalidInput`.
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
  throw new InvalidInput(`There is no builtin class ${asked}. Choose one of: ${known}.`);
}
