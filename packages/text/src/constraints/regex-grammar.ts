import type { CodePointSet } from "./code-points.ts";
import type { GrammarWriter } from "./ebnf.ts";
import type { RegexNode } from "./regex-tree.ts";

import { intersectionOf, without } from "./code-points.ts";
import { characterOf, choiceOf, oneOf, repeated, sequenceOf } from "./ebnf.ts";
import { isDeterministic } from "./regex-determinism.ts";

/** Where a text stands: as it is, or between the quotes of a JSON string. */
export type TextForm = "plain" | "json";

/** What JSON never has between quotes as it is (RFC 8259 §7). */
const escapedInJson: CodePointSet = [
  [0, 0x1f],
  [0x22, 0x22],
  [0x5c, 0x5c],
];

/**
 * An EBNF expression for the texts that a regular expression matches. Where the next character does not tell which part
 * of it comes next, each part becomes a rule apart (see `GrammarWriter.choice`).
 */
export function regexGrammar(node: RegexNode, form: TextForm, writer: GrammarWriter): string {
  const isApart = !isDeterministic(node, (set) => beginningsOf(set, form));
  const write = (part: RegexNode): string => {
    switch (part.kind) {
      case "set": {
        const character =
          form === "plain" ? characterOf(part.set, writer) : jsonCharacter(part.set, writer);
        return isApart ? writer.apart(character) : character;
      }
      case "sequence":
        return sequenceOf(part.parts.map(write));
      case "choice": {
        const alternatives = part.alternatives.map(write);
        return isApart ? writer.choice(alternatives) : choiceOf(alternatives);
      }
      default: {
        const repeatedPart = write(part.part);
        return repeated(isApart ? writer.apart(repeatedPart) : repeatedPart, part.min, part.max);
      }
    }
  };
  return write(node);
}

/**
 * One character of the set as it stands in a JSON string. There is exactly one way to write each: as it is, or, where
 * JSON demands it, by its shortest escape. So a count of characters in the grammar is one of the parsed string.
 */
export function jsonCharacter(set: CodePointSet, writer?: GrammarWriter): string {
  const { plain, escapes } = jsonCharacterParts(set, writer);
  return choiceOf([plain, escapes].filter((part) => part !== null));
}

/** The characters of a set that stand as they are, and those that are escaped; null where there are none. */
export function jsonCharacterParts(
  set: CodePointSet,
  writer?: GrammarWriter,
): {
  readonly plain: string | null;
  readonly escapes: string | null;
} {
  const escapes: string[] = [];
  for (const [from, to] of intersectionOf(set, escapedInJson)) {
    for (let point = from; point <= to; point++) {
      escapes.push(JSON.stringify(String.fromCharCode(point)).slice(1, -1));
    }
  }
  const plain = without(set, escapedInJson);
  const isPlain = plain.length > 0 || escapes.length === 0;
  return {
    plain: isPlain ? characterOf(plain, writer) : null,
    escapes: escapes.length > 0 ? oneOf(escapes) : null,
  };
}

/** What tells characters apart when they begin: all escapes begin alike, and characters beyond ASCII may share bytes. */
function beginningsOf(set: CodePointSet, form: TextForm): CodePointSet {
  const ascii = intersectionOf(set, [[0, 0x7f]]);
  const beyond: CodePointSet = set.some(([, to]) => to > 0x7f) ? [[0x80, 0x80]] : [];
  if (form === "plain") return [...ascii, ...beyond];
  const isEscaped = intersectionOf(set, escapedInJson).length > 0;
  const backslash: CodePointSet = isEscaped ? [[0x5c, 0x5c]] : [];
  return [...without(ascii, escapedInJson), ...backslash, ...beyond];
}
