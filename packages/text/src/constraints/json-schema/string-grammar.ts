import type { Condition } from "../regex-conditions.ts";
import type { ParsedRegex } from "../regex-parser.ts";
import type { RegexNode } from "../regex-tree.ts";
import type { SchemaObject } from "./schema.ts";

import { allCodePoints, codePointsOf } from "../code-points.ts";
import type { GrammarWriter } from "../ebnf.ts";
import { literal, repeated, sequenceOf } from "../ebnf.ts";
import { jsonCharacter, regexGrammar } from "../regex-grammar.ts";
import { conditionedGrammar } from "../regex-conditions.ts";
import { parseConditionedRegex, parseRegex } from "../regex-parser.ts";
import { lengthsOf, statesOf } from "../regex-tree.ts";
import { exclusionsOf } from "./exclusion.ts";
import { formatPatterns, unassertedFormats } from "./formats.ts";
import { keyOtherThan } from "./property-keys.ts";
import { pointerTo, schemaError } from "./schema.ts";
import { acceptsString } from "./validation.ts";

/** Characters of a pattern once its repetitions are written out, beyond which an automaton for it costs too much. */
const maxPatternStates = 10_000;
const maxLength = 1_000_000;
const quote = literal('"');

/** An expression for JSON strings that a schema allows; null where there are none. */
export function stringGrammar(
  schema: SchemaObject,
  pointer: string,
  writer: GrammarWriter,
): string | null {
  const { pattern, format } = schema;
  const min = (schema["minLength"] as number | undefined) ?? 0;
  const max = schema["maxLength"] as number | undefined;
  if (max !== undefined && min > max) return null;
  if (Math.max(min, max ?? 0) > maxLength) {
    throw schemaError("invalid", pointer, `a length above ${maxLength} cannot be enforced.`);
  }
  const excluded = exclusionsOf(schema, (value) => typeof value === "string").filter((value) =>
    acceptsString(value, schema, "any"),
  );
  const parsed = patternOf(pattern as string | undefined, format as string | undefined, pointer);
  if (parsed === null) {
    if (excluded.length > 0) {
      if (min === 0 && max === undefined) return keyOtherThan(excluded, writer);
      return conditioned(anyText(min, max), [noneOf(excluded)], writer);
    }
    const character = writer.rule(jsonCharacter(allCodePoints));
    return sequenceOf([quote, repeated(character, min, max), quote]);
  }
  const { node, conditions } = parsed;
  const lengths = lengthsOf(node);
  const isWithin = lengths.min >= min && lengths.max <= (max ?? Infinity);
  if (conditions.length === 0 && excluded.length === 0) {
    const fitted = isWithin ? node : node.kind === "repeat" ? fittedRepeat(node, min, max) : null;
    if (fitted !== null) {
      return sequenceOf([quote, writer.rule(regexGrammar(fitted, "json")), quote]);
    }
  }
  const all = [...conditions];
  if (!isWithin) all.push({ node: anyText(min, max), isNegated: false, isOpen: false });
  if (excluded.length > 0) all.push(noneOf(excluded));
  return conditioned(node, all, writer);
}

function conditioned(
  node: RegexNode,
  conditions: readonly Condition[],
  writer: GrammarWriter,
): string | null {
  const inside = conditionedGrammar(node, conditions, "json", writer);
  return inside === null ? null : sequenceOf([quote, inside, quote]);
}

function anyText(min: number, max: number | undefined): RegexNode {
  return { kind: "repeat", part: { kind: "set", set: allCodePoints }, min, max };
}

function noneOf(texts: readonly string[]): Condition {
  const alternatives = texts.map((text): RegexNode => ({
    kind: "sequence",
    parts: codePointsOf(text).map((point) => ({ kind: "set", set: [point] })),
  }));
  return { node: { kind: "choice", alternatives }, isNegated: true, isOpen: false };
}

/** A pattern that repeats one set of characters takes a length as bounds of its repetition. */
function fittedRepeat(
  node: RegexNode & { kind: "repeat" },
  min: number,
  max: number | undefined,
): RegexNode | null {
  if (node.part.kind !== "set") return null;
  const least = Math.max(node.min, min);
  const most = Math.min(node.max ?? Infinity, max ?? Infinity);
  if (least > most) return null;
  return { ...node, min: least, max: most === Infinity ? undefined : most };
}

/** A format that is not known is let pass beside a pattern, which says what is to be written. */
function patternOf(
  pattern: string | undefined,
  format: string | undefined,
  pointer: string,
): ParsedRegex | null {
  const known = format === undefined ? undefined : formatPatterns.get(format);
  if (format !== undefined && known === undefined && pattern === undefined) {
    if (unassertedFormats.has(format)) return null;
    throw schemaError(
      "unsupported",
      pointerTo(pointer, "format"),
      `the format "${format}" cannot be enforced by this engine (it can: ${[...formatPatterns.keys()].join(", ")}). Leave it out.`,
    );
  }
  const source = pattern ?? known;
  if (source === undefined) return null;
  const parsed = parseConditionedRegex(source);
  if (statesOf(parsed.node) > maxPatternStates) {
    throw schemaError(
      "invalid",
      pointerTo(pointer, "pattern"),
      `the pattern has more than ${maxPatternStates} characters once its repetitions are written out.`,
    );
  }
  if (pattern === undefined || known === undefined) return parsed;
  const node = withoutShortBounds(parseRegex(known));
  return {
    node: parsed.node,
    conditions: [...parsed.conditions, { node, isNegated: false, isOpen: false }],
  };
}

/** A format's bounds on parts only keep texts short; beside a pattern they would make the automaton large. */
function withoutShortBounds(node: RegexNode): RegexNode {
  switch (node.kind) {
    case "set":
      return node;
    case "sequence":
      return { ...node, parts: node.parts.map(withoutShortBounds) };
    case "choice":
      return { ...node, alternatives: node.alternatives.map(withoutShortBounds) };
    default: {
      const part = withoutShortBounds(node.part);
      const isShort = node.max !== undefined && node.max > node.min && node.min < 2 && node.max > 2;
      return { ...node, part, max: isShort ? undefined : node.max };
    }
  }
}
