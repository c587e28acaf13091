import type { Constraint } from "@heddle/engine";
import type { Inference } from "@heddle/types";
import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";
import { readJson, readJsonSchema } from "./read-json-schema.ts";
import { readStructuralTag } from "./read-structural-tag.ts";
import { allowsAnyWhitespace } from "./whitespace.ts";

type Outputs = Inference.StructuredOutputs;

/** The members of `structured_outputs` that say what the answer must look like. */
export const outputKinds = [
  "json",
  "regex",
  "choice",
  "grammar",
  "json_object",
  "structural_tag",
] as const;

export type OutputKind = (typeof outputKinds)[number];

/**
 * The constraint that one member of `structured_outputs` asks for.
 *
 * @param paramOf what the request calls a member
 * @throws InvalidParameter for a malformed one; the engine checks what it says
 */
export function outputsConstraint(
  kind: OutputKind,
  outputs: Outputs,
  paramOf: (member: keyof Outputs) => string,
): Constraint {
  const param = paramOf(kind);
  switch (kind) {
    case "json":
      return {
        ...jsonForm(outputs, paramOf),
        schema: readJsonSchema(filled(outputs.json, param), param),
      };
    case "json_object":
      if (outputs.json_object === true) return jsonForm(outputs, paramOf);
      throw new InvalidParameter(param, `${param} is true or left out.`);
    case "regex":
      return { kind: "regex", pattern: withoutNul(filled(outputs.regex ?? "", param), param) };
    case "grammar":
      return { kind: "grammar", grammar: filled(outputs.grammar ?? "", param) };
    case "choice":
      return { kind: "choice", choices: filled(outputs.choice ?? [], param) };
    default: {
      const tag = readJson(filled(outputs.structural_tag ?? "", param), param);
      return { kind: "structural_tag", tag: readStructuralTag(tag, param) };
    }
  }
}

function jsonForm(
  outputs: Outputs,
  paramOf: (member: keyof Outputs) => string,
): Constraint & { readonly kind: "json" } {
  return {
    kind: "json",
    anyWhitespace: allowsAnyWhitespace(outputs, paramOf("whitespace_pattern")),
    ...(outputs.disable_additional_properties === true ? { additionalProperties: false } : {}),
  };
}

function filled<Value>(value: Value, param: string): Value {
  const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
  if (!isEmpty) return value;
  throw new InvalidParameter(param, `${param} is empty: nothing could satisfy it. Leave it out.`);
}

function withoutNul(pattern: string, param: string): string {
  if (!pattern.includes("\0")) return pattern;
  throw new InvalidParameter(param, `${param} has a NUL, which no answer can contain.`);
}
