import { pythonText } from "./canonical.ts";
import { isJsonArray, isJsonObject, type JsonNode } from "./json.ts";
import { parseJson, TooDeep } from "./parse-json.ts";

/** What becomes of one string that holds a ref; the same string where nothing changes. */
export interface StringRule {
  /** Strings that start with one of these are refs. */
  readonly prefixes: readonly string[];
  rewrite(ref: string): string;
  /** What a text deeper than the limit inside a string means: an error, or nothing to find. */
  readonly refusesDeepText: boolean;
}

/** How many texts of JSON inside strings of JSON are opened, one in the other. */
const maxEmbeddedDepth = 8;

/**
 * A value with every ref among its strings rewritten; names of members are left alone. The node
 * itself comes back where nothing changed.
 */
export function rewriteStrings(node: JsonNode, rule: StringRule, embedded = 0): JsonNode {
  if (typeof node === "string") return rewriteString(node, rule, embedded);
  if (isJsonArray(node)) {
    const items = node.map((item) => rewriteStrings(item, rule, embedded));
    return items.some((item, index) => item !== node[index]) ? items : node;
  }
  if (isJsonObject(node)) {
    let members: Map<string, JsonNode> | undefined;
    for (const [name, value] of node) {
      const rewritten = rewriteStrings(value, rule, embedded);
      if (rewritten === value) continue;
      members ??= new Map(node);
      members.set(name, rewritten);
    }
    return members ?? node;
  }
  return node;
}

/**
 * A JSON text with every ref among its strings rewritten and everything else, white space
 * included, as it was.
 */
export function rewriteStringsInText(json: string, rule: StringRule): string {
  if (!mayHoldRef(json, rule)) return json;
  let done = "";
  let copied = 0;
  for (let at = json.indexOf('"'); at !== -1; at = json.indexOf('"', at)) {
    const end = endOfString(json, at);
    if (!isName(json, end)) {
      const token = json.slice(at, end);
      const rewritten = rewriteToken(token, rule);
      if (rewritten !== token) {
        done += json.slice(copied, at) + rewritten;
        copied = end;
      }
    }
    at = end;
  }
  return copied === 0 ? json : done + json.slice(copied);
}

function rewriteToken(token: string, rule: StringRule): string {
  if (!mayHoldRef(token, rule)) return token;
  const text = JSON.parse(token) as string;
  const rewritten = rewriteString(text, rule, 0);
  return rewritten === text ? token : JSON.stringify(rewritten);
}

function rewriteString(text: string, rule: StringRule, embedded: number): string {
  if (rule.prefixes.some((prefix) => text.startsWith(prefix))) return rule.rewrite(text);
  if (embedded >= maxEmbeddedDepth || !rule.prefixes.some((prefix) => text.includes(prefix))) {
    return text;
  }
  const node = readEmbedded(text, rule);
  if (node === undefined) return text;
  const rewritten = rewriteStrings(node, rule, embedded + 1);
  // Only what changed is written again: a text that merely mentions a ref keeps its bytes.
  return rewritten === node ? text : pythonText(rewritten);
}

function readEmbedded(text: string, rule: StringRule): JsonNode | undefined {
  try {
    return parseJson(text, { nonFinite: true });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if (error instanceof TooDeep && !rule.refusesDeepText) return undefined;
    throw error;
  }
}

/**
 * Whether a JSON text can hold a prefix at all. ASCII written as `\u00XX` hides one from a plain
 * search, an escaped slash only its end.
 */
function mayHoldRef(json: string, rule: StringRule): boolean {
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
