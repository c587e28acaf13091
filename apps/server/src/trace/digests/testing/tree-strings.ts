import { TooLarge } from "@heddle/server-kit";
import { pythonText } from "./tree-writer.ts";
import { isJsonArray, isJsonObject, type JsonNode } from "../../objects/builtin/json-tree.ts";
import { TooDeep } from "../../json-text/json-bounds.ts";
import type { RefRule } from "../ref-strings.ts";
import { parseJson } from "./tree-reader.ts";

/** Most levels of JSON inside strings of JSON that are opened. */
const maxEmbeddedDepth = 8;
/**
 * Most characters of all rewritten texts of one value, for each level. Each level doubles the
 * backslashes of the level inside: two bytes become 133.
 */
const maxWritten = 64 * 1024 * 1024;

/**
 * Rewrites every ref among the strings of a value, but not in names of members. Returns the same
 * node if nothing changed.
 */
export function rewriteStrings(node: JsonNode, rule: RefRule): JsonNode {
  return new Rewriting(rule).node(node, 0);
}

/**
 * Rewrites every ref among the strings of a JSON text; everything else, white space included, stays
 * the same.
 */
export function rewriteStringsInText(json: string, rule: RefRule): string {
  if (!mayHoldRef(json, rule)) return json;
  const rewriting = new Rewriting(rule);
  let done = "";
  let copied = 0;
  for (let at = json.indexOf('"'); at !== -1; at = json.indexOf('"', at)) {
    const end = endOfString(json, at);
    if (!isName(json, end)) {
      const token = json.slice(at, end);
      const rewritten = rewriteToken(token, rule, rewriting);
      if (rewritten !== token) {
        done += json.slice(copied, at) + rewritten;
        copied = end;
      }
    }
    at = end;
  }
  return copied === 0 ? json : done + json.slice(copied);
}

function rewriteToken(token: string, rule: RefRule, rewriting: Rewriting): string {
  if (!mayHoldRef(token, rule)) return token;
  const text = JSON.parse(token) as string;
  const rewritten = rewriting.string(text, 0);
  return rewritten === text ? token : JSON.stringify(rewritten);
}

/** Rewrites one value, and counts the characters that it writes. */
class Rewriting {
  readonly #rule: RefRule;
  /** Rewritten characters, by level. */
  readonly #written: number[] = Array.from({ length: maxEmbeddedDepth }, () => 0);

  constructor(rule: RefRule) {
    this.#rule = rule;
  }

  node(node: JsonNode, level: number): JsonNode {
    if (typeof node === "string") return this.string(node, level);
    if (isJsonArray(node)) {
      const items = node.map((item) => this.node(item, level));
      return items.some((item, index) => item !== node[index]) ? items : node;
    }
    if (isJsonObject(node)) {
      let members: Map<string, JsonNode> | undefined;
      for (const [name, value] of node) {
        const rewritten = this.node(value, level);
        if (rewritten === value) continue;
        members ??= new Map(node);
        members.set(name, rewritten);
      }
      return members ?? node;
    }
    return node;
  }

  string(text: string, level: number): string {
    const { prefixes, refusesLargeText } = this.#rule;
    if (prefixes.some((prefix) => text.startsWith(prefix))) return this.#rule.rewrite(text);
    if (level >= maxEmbeddedDepth || !prefixes.some((prefix) => text.includes(prefix))) return text;
    const node = readEmbedded(text, this.#rule);
    if (node === undefined) return text;
    const rewritten = this.node(node, level + 1);
    // A text that only mentions a ref keeps its bytes.
    if (rewritten === node) return text;
    const written = pythonText(rewritten);
    const before = this.#written[level] ?? 0;
    this.#written[level] = before + written.length;
    if (before + written.length <= maxWritten) return written;
    if (refusesLargeText) throw tooLarge();
    return text;
  }
}

function tooLarge(): TooLarge {
  return new TooLarge(
    "The texts of JSON inside of this value grow too long when their refs are written as they are " +
      "stored. Send them as JSON instead of as text.",
  );
}

function readEmbedded(text: string, rule: RefRule): JsonNode | undefined {
  try {
    return parseJson(text, { nonFinite: true });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if (error instanceof TooDeep && !rule.refusesLargeText) return undefined;
    throw error;
  }
}

/**
 * Whether a JSON text can hold a prefix at all. A plain search misses ASCII that is written as
 * `\u00XX`; an escaped slash affects only the end of a prefix.
 */
function mayHoldRef(json: string, rule: RefRule): boolean {
  return (
    rule.prefixes.some((prefix) => json.includes(prefix.slice(0, prefix.indexOf(":") + 1))) ||
    (json.includes("\\u00") && /\\u00[2-7]/.test(json))
  );
}

function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end + 1;
}

function isEscaped(json: string, at: number): boolean {
  let before = at - 1;
  while (json[before] === "\\") before -= 1;
  return (at - 1 - before) % 2 === 1;
}

function isName(json: string, end: number): boolean {
  let at = end;
  while (/\s/.test(json[at] ?? "")) at += 1;
  return json[at] === ":";
}
