import type { Constraint, StructuralTag } from "./constraint.ts";

import { isSchemaObject } from "./json-schema/schema.ts";
import { loosenSchema } from "./loosen-schema.ts";
import { maxFormatNesting, schemaOptions } from "./structural-tag.ts";
import { tightenSchema } from "./tighten-schema.ts";

/**
 * A constraint that allows less and ends sooner; what satisfies it satisfies the original. See `tightenSchema`.
 * Patterns, grammars and choices stay as they are.
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
  if (!("structures" in tag)) return { format: tightenedFormat(tag.format, 0) };
  const structures = tag.structures.map((structure) =>
    structure.schema === undefined
      ? structure
      : { ...structure, schema: tightenSchema(structure.schema) },
  );
  return { ...tag, structures };
}

/** A format whose JSON schemas are tightened, wherever they stand in it. What is no format stays as it is, to be refused. */
function tightenedFormat(format: unknown, nesting: number): unknown {
  if (!isSchemaObject(format) || nesting > maxFormatNesting) return format;
  if (format["type"] === "json_schema") {
    const options = schemaOptions(format);
    const asked = format["json_schema"];
    const schema = format["loose"] === true ? loosenSchema(asked, options) : asked;
    return { ...format, json_schema: tightenSchema(schema, options) };
  }
  const inner = (part: unknown): unknown => tightenedFormat(part, nesting + 1);
  const members = Object.entries(format).map(([member, part]): [string, unknown] => {
    if (member === "content") return [member, inner(part)];
    const isList = (member === "elements" || member === "tags") && Array.isArray(part);
    return [member, isList ? part.map(inner) : part];
  });
  return Object.fromEntries(members);
}
