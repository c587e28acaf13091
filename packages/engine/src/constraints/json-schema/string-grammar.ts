import type { RegexNode } from "../regex-tree.ts";
import type { SchemaObject } from "./schema.ts";

import { allCodePoints } from "../code-points.ts";
import type { GrammarWriter } from "../ebnf.ts";
import { literal, repeated, sequenceOf } from "../ebnf.ts";
import { jsonCharacter, jsonCharacterParts, regexGrammar } from "../regex-grammar.ts";
import { parseRegex } from "../regex-parser.ts";
import { lengthsOf, statesOf } from "../regex-tree.ts";
import { formatPatterns } from "./formats.ts";
import { pointerTo, schemaError } from "./schema.ts";

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
  const node = patternOf(pattern as string | undefined, format as string | undefined, pointer);
  if (node === null) {
    const character = writer.rule(jsonCharacter(allCodePoints));
    if (max !== undefined) return sequenceOf([quote, repeated(character, min, max), quote]);
    return sequenceOf([quote, repeated(character, min, min), endOfString(writer)]);
  }
  const lengths = lengthsOf(node);
  const isWithin = lengths.min >= min && lengths.max <= (max ?? Infinity);
  const keyword = max === undefined ? "minLength" : "maxLength";
  if (isWithin) return sequenceOf([quote, writer.rule(regexGrammar(node, "json", writer)), quote]);
  const fitted = node.kind === "repeat" ? fittedRepeat(node, min, max) : null;
  if (fitted !== null) return sequenceOf([quote, regexGrammar(fitted, "json", writer), quote]);
  throw schemaError(
    "unsupported",
    pointerTo(pointer, keyword),
    `${keyword} beside a pattern or format cannot be enforced by this engine. Write the length into the pattern, for example as {${min},${max ?? ""}}.`,
  );
}

/**
 * Any characters and the closing quote. As one rule, in which xgrammar can tell beforehand which tokens fit: as a
 * repeated rule a mask for 49,152 tokens takes 40 ms instead of 0.1.
 */
function endOfString(writer: GrammarWriter): string {
  return writer.recursive("end of string", (name) => {
    const { plain, escapes } = jsonCharacterParts(allCodePoints);
    return `${quote} | ${plain} ${name} | ${escapes} ${name}`;
  });
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

function patternOf(
  pattern: string | undefined,
  format: string | undefined,
  pointer: string,
): RegexNode | null {
  if (pattern === undefined && format === undefined) return null;
  if (pattern !== undefined && format !== undefined) {
    throw schemaError(
      "unsupported",
      pointerTo(pointer, "format"),
      "format beside pattern cannot be enforced by this engine. Leave one of them out.",
    );
  }
  const source = pattern ?? formatPatterns.get(format!);
  if (source === undefined) {
    throw schemaError(
      "unsupported",
      pointerTo(pointer, "format"),
      `the format "${format}" cannot be enforced by this engine (it can: ${[...formatPatterns.keys()].join(", ")}). Leave it out.`,
    );
  }
  const node = parseRegex(source);
  if (statesOf(node) > maxPatternStates) {
    throw schemaError(
      "invalid",
      pointerTo(pointer, "pattern"),
      `the pattern has more than ${maxPatternStates} characters once its repetitions are written out.`,
    );
  }
  return node;
}
