import type { CodePointRange } from "../code-points.ts";
import type { GrammarWriter } from "../ebnf.ts";

import { allCodePoints, codePointsOf, without } from "../code-points.ts";
import { characterOf, literal, repeated, sequenceOf } from "../ebnf.ts";

const quote = literal('"');
/** Keys that no one names are written without escapes, so that two spellings never mean one key. */
const escaped: readonly CodePointRange[] = [[0, 0x1f], ...codePointsOf('"\\')];
const plain = without(allCodePoints, escaped);

/** Characters of a key and its closing quote. */
function endOfKey(writer: GrammarWriter): string {
  return writer.rule(sequenceOf([repeated(characterOf(plain), 0, undefined), quote]));
}

/** A quoted key without escapes. */
export function anyKey(writer: GrammarWriter): string {
  return sequenceOf([quote, endOfKey(writer)]);
}

interface TrieNode {
  readonly children: Map<string, TrieNode>;
  isName: boolean;
}

/** A quoted key that is none of the names: a walk down the tree of their characters that leaves it, or ends before a name does. */
export function keyOtherThan(names: readonly string[], writer: GrammarWriter): string {
  const root: TrieNode = { children: new Map(), isName: false };
  for (const name of names) {
    let node = root;
    for (const character of name) {
      let child = node.children.get(character);
      if (child === undefined) {
        child = { children: new Map(), isName: false };
        node.children.set(character, child);
      }
      node = child;
    }
    node.isName = true;
  }
  return sequenceOf([quote, afterNode(root, endOfKey(writer), writer)]);
}

function afterNode(node: TrieNode, rest: string, writer: GrammarWriter): string {
  const known = [...node.children.keys()].flatMap((character) => codePointsOf(character));
  const alternatives = [sequenceOf([characterOf(without(plain, known)), rest])];
  if (!node.isName) alternatives.push(quote);
  for (const [character, child] of node.children) {
    if (known.length > 0 && escaped.some(([a, b]) => within(character, a, b))) continue;
    alternatives.push(sequenceOf([literal(character), afterNode(child, rest, writer)]));
  }
  return writer.rule(alternatives.join(" | "));
}

function within(character: string, from: number, to: number): boolean {
  const point = character.codePointAt(0)!;
  return point >= from && point <= to;
}
