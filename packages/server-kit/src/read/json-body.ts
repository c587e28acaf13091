import { BadRequest } from "../errors.ts";
import type { Mark } from "./marks.ts";
import { walkJson } from "./raw-walk.ts";
import { jsonFault } from "./json-fault.ts";

/** Keeps nothing between whole texts. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * The value of a JSON body, whose marked members keep their texts (`rawText`).
 *
 * 400 for bytes that are not UTF-8 or text that is not JSON, 413 for nesting over `maxDepth`.
 */
export function parseJsonBody(body: Uint8Array, mark: Mark | undefined, maxDepth: number): unknown {
  const text = decodeText(body);
  const spans = walkJson(text, mark, maxDepth);
  const value = parse(text);
  spans.attachTo(value);
  return value;
}

/** Bytes as text; 400 where they are not UTF-8. */
export function decodeText(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch (e) {
    if (e instanceof TypeError) throw new BadRequest("The body is not valid UTF-8");
    throw e;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (e) {
    if (!(e instanceof SyntaxError)) throw e;
    throw new BadRequest(`The body is not valid JSON: ${jsonFault(text)}`);
  }
}
