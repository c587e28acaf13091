import type { CodePointSet } from "./code-points.ts";
import type { RegexNode } from "./regex-tree.ts";

import { intersectionOf, without } from "./code-points.ts";
import { characterOf, choiceOf, oneOf, repeated, sequenceOf } from "./ebnf.ts";

/** Where a text stands: as it is, or between the quotes of a JSON string. */
export type TextForm = "plain" | "json";

/** What JSON never has between quotes as it is (RFC 8259 §7). */
const escapedInJson: CodePointSet = [
  [0, 0x1f],
  [0x22, 0x22],
  [0x5c, 0x5c],
];

/** An EBNF expression for the texts that a regular expression matches. */
export function regexGrammar(node: RegexNode, form: TextForm): string {
  switch (node.kind) {
    case "set":
      return form === "plain" ? characterOf(node.set) : jsonCharacter(node.set);
    case "sequence":
      return sequenceOf(node.parts.map((part) => regexGrammar(part, form)));
    case "choice":
      return choiceOf(node.alternatives.map((each) => regexGrammar(each, form)));
    default:
      return repeated(regexGrammar(node.part, form), node.min, node.max);
  }
}

/**
 * One character of the set as it stands in a JSON string. There is exactly one way to write each: as it is, or, where
 * JSON demands it, by its shortest escape. So a count of characters in the grammar is one of the parsed string.
 */
export function jsonCharacter(set: CodePointSet): string {
  const escapes: string[] = [];
  for (const [from, to] of intersectionOf(set, escapedInJson)) {
    for (let point = from; point <= to; point++) {
      escapes.push(JSON.stringify(String.fromCharCode(point)).slice(1, -1));
    }
  }
  const plain = without(set, escapedInJson);
  if (escapes.length === 0) return characterOf(plain);
  return choiceOf([...(plain.length > 0 ? [characterOf(plain)] : []), oneOf(escapes)]);
}
