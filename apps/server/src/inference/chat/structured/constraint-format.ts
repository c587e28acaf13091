import type { Constraint } from "@heddle/engine";

/**
 * A constraint as a format of structural tags, so that it can be one section of an answer, behind the
 * reasoning or beside calls.
 */
export function constraintFormat(constraint: Constraint): unknown {
  switch (constraint.kind) {
    case "json":
      return {
        type: "json_schema",
        json_schema: constraint.schema ?? { type: "object" },
        any_whitespace: constraint.anyWhitespace ?? false,
        additional_properties: constraint.additionalProperties ?? true,
      };
    case "regex":
      return { type: "regex", pattern: constraint.pattern };
    case "grammar":
      return { type: "grammar", grammar: constraint.grammar };
    case "choice": {
      const literals = constraint.choices.map(literal).join(" | ");
      return { type: "grammar", grammar: `root ::= ${literals}` };
    }
    default: {
      const { tag } = constraint;
      if ("format" in tag) return tag.format;
      const tags = tag.structures.map(({ begin, schema, end }) => ({
        type: "tag",
        begin,
        content: { type: "json_schema", json_schema: schema ?? true },
        end,
      }));
      return { type: "triggered_tags", triggers: tag.triggers, tags };
    }
  }
}

/** A text as EBNF writes it. */
function literal(text: string): string {
  const escaped = Array.from(text, (character) => {
    if (character === '"' || character === "\\") return `\\${character}`;
    const point = character.codePointAt(0)!;
    return point < 0x20 ? `\\x${point.toString(16).padStart(2, "0")}` : character;
  });
  return `"${escaped.join("")}"`;
}
