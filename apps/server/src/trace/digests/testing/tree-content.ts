import type { Content } from "../content.ts";
import { digestOf } from "../digest.ts";
import type { RefRule } from "../ref-strings.ts";
import { parseJson } from "./tree-reader.ts";
import { rewriteStrings } from "./tree-strings.ts";
import { canonical, storedText } from "./tree-writer.ts";

/**
 * A simple implementation of the content of a value: it parses a tree, rewrites it and writes it.
 * It is slow and needs much memory, but its code is short enough to check by reading.
 */
export function treeContent(json: string, rule?: RefRule): Content {
  const read = parseJson(json);
  const node = rule === undefined ? read : rewriteStrings(read, rule);
  const text = canonical(node);
  return { text: storedText(node, text), digest: digestOf(text) };
}
