import type { Constraint, StructuralTag } from "./constraint.ts";

import { tightenSchema } from "./tighten-schema.ts";

/**
 * A constraint that allows less and ends sooner; what satisfies it satisfies the original. See `tightenSchema`.
 * Patterns, grammars, choices and tags given as a `format` stay as they are.
 *
 * @throws TextError `invalid` or `unsupported` as compiling the constraint would
 */
export function tightenConstraint(constraint: Constraint): Constraint {
  if (constraint.kind === "structural_tag") {
    return { ...constraint, tag: tightenedTag(constraint.tag) };
  }
  if (constraint.kind !== "json") return constraint;
  const { schema, additionalProperties = true } = constraint;
  if (schema === undefined) return { ...constraint, schema: tightenSchema({ type: "object" }) };
  return { ...constraint, schema: tightenSchema(schema, { additionalProperties }) };
}

function tightenedTag(tag: StructuralTag): StructuralTag {
  if (!("structures" in tag)) return tag;
  const structures = tag.structures.map((structure) =>
    structure.schema === undefined
      ? structure
      : { ...structure, schema: tightenSchema(structure.schema) },
  );
  return { ...tag, structures };
}
