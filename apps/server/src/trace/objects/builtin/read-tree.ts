import { requestBounds } from "../../../config/request-bounds.ts";
import { OverLimit } from "../../../refusals/refusal.ts";
import {
  afterString,
  colon,
  comma,
  openArray,
  openObject,
  quote,
} from "../../json-text/characters.ts";
import { isJsonArray, isJsonObject, JsonNumber, type JsonNode } from "./json-tree.ts";

/**
 * Most parts of a value of a builtin class. Such values are small, and a tree takes twenty times
 * the memory of its text.
 */
const maxValues = requestBounds.builtinParts.limit;

/**
 * Reads a JSON text as a tree; numbers keep their tokens. Throws `OverLimit` for a value with too
 * many parts.
 */
export function readTree(text: string): JsonNode {
  if (hasMoreValues(text, maxValues)) {
    throw new OverLimit(
      `The value of a builtin class has more than ${maxValues} parts. ` +
        "Publish it without a class, or put large parts into files or tables.",
    );
  }
  return JSON.parse(text, node) as JsonNode;
}

/** The JSON text of a tree. */
export function treeText(tree: JsonNode): string {
  if (tree instanceof JsonNumber) return tree.token;
  if (isJsonArray(tree)) return `[${tree.map(treeText).join(",")}]`;
  if (!isJsonObject(tree)) return JSON.stringify(tree);
  const members = [...tree].map(([name, value]) => `${JSON.stringify(name)}:${treeText(value)}`);
  return `{${members.join(",")}}`;
}

/** Turns each value that `JSON.parse` has read into a node, inner values first. */
function node(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value === "number") return new JsonNumber(context?.source ?? String(value));
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? value : new Map(Object.entries(value));
}

function hasMoreValues(text: string, most: number): boolean {
  let count = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = afterString(text, at) - 1;
    else if (code === comma || code === colon || code === openArray || code === openObject) {
      count += 1;
      if (count > most) return true;
    }
  }
  return false;
}
