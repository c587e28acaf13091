import { compareCodePoints } from "../../json-text/code-points.ts";
import {
  isJsonArray,
  JsonNumber,
  type JsonNode,
  type JsonObject,
} from "../../objects/builtin/json-tree.ts";
import { treeFloat } from "./tree-float.ts";

interface Style {
  readonly comma: string;
  readonly colon: string;
  readonly infinity: string;
  names(object: JsonObject): Iterable<string>;
}

const canonicalStyle: Style = {
  comma: ", ",
  colon: ": ",
  infinity: "Infinity",
  names: (object) => sortedByCodePoint(object.keys()),
};
const storedStyle: Style = { ...canonicalStyle, infinity: "1e999" };
const pythonStyle: Style = { ...canonicalStyle, names: (object) => object.keys() };

/**
 * The text that is hashed, as Python's `json.dumps(value, sort_keys=True)` writes it: ASCII only,
 * names in the order of their code points, numbers as integers of any length or shortest doubles. A
 * double beyond the range is `Infinity`, which is not valid JSON; {@link storedText} is valid.
 */
export function canonical(node: JsonNode): string {
  return write(node, canonicalStyle);
}

/**
 * The canonical text as valid JSON: a double beyond the range has a token that reads as infinity
 * again.
 */
export function storedText(node: JsonNode, canonicalText: string = canonical(node)): string {
  return canonicalText.includes("Infinity") ? write(node, storedStyle) : canonicalText;
}

/**
 * The text of Python's `json.dumps(value)`: the canonical style, but it keeps the order of names.
 */
export function pythonText(node: JsonNode): string {
  return write(node, pythonStyle);
}

function write(node: JsonNode, style: Style): string {
  if (node === null) return "null";
  if (typeof node === "string") return quote(node);
  if (typeof node === "boolean") return node ? "true" : "false";
  if (node instanceof JsonNumber) return number(node, style.infinity);
  let inner = "";
  if (isJsonArray(node)) {
    for (const item of node) {
      if (inner !== "") inner += style.comma;
      inner += write(item, style);
    }
    return `[${inner}]`;
  }
  for (const name of style.names(node)) {
    if (inner !== "") inner += style.comma;
    inner += quote(name) + style.colon + write(node.get(name) ?? null, style);
  }
  return `{${inner}}`;
}

function number(node: JsonNumber, infinity: string): string {
  if (node.isInteger) return node.token === "-0" ? "0" : node.token;
  return treeFloat(node.value).replace("Infinity", infinity);
}

function quote(text: string): string {
  if (/^[ !#-[\]-~]*$/.test(text)) return `"${text}"`;
  // JSON.stringify writes the short escapes and lone surrogates as Python does. Python also escapes
  // all other non-ASCII characters.
  return JSON.stringify(text).replace(/[\u007f-\uffff]+/g, escaped);
}

/** Escapes by UTF-16 unit, made at their first use. */
const escapes: string[] = [];

function escaped(units: string): string {
  let text = "";
  for (let at = 0; at < units.length; at += 1) {
    const unit = units.charCodeAt(at);
    text += escapes[unit] ??= `\\u${unit.toString(16).padStart(4, "0")}`;
  }
  return text;
}

function sortedByCodePoint(names: Iterable<string>): string[] {
  const sorted = [...names];
  // Without surrogates the two orders agree, and the engine's own is faster.
  return sorted.some((name) => /[\ud800-\udfff]/.test(name))
    ? sorted.sort(compareCodePoints)
    : sorted.sort();
}
