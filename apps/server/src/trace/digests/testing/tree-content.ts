import type { Content } from "../content.ts";
import { digestOf } from "../digest.ts";
import type { RefRule } from "../ref-strings.ts";
import { parseJson } from "./tree-reader.ts";
import { rewriteStrings } from "./tree-strings.ts";
import { canonical, storedText } from "./tree-writer.ts";

/**
 * The content of a value made in the plain way: parsed into a tree, rewritten, written. Slow and
 * large, and short enough to be seen to be right.
 */
export function treeContent(json: string, rule?: RefRule): Content {
  const read = parseJson(json);
  const node = rule === undefined ? read : rewriteStrings(read, rule);
  const text = canonical(node);
  return { text: storedText(node, text), digest: digestOf(text) };
}
