import { type Issue, MalformedBody } from "../errors.ts";
import { int64Issue } from "./int64.ts";
import type { Mark } from "./marks.ts";
import type { JsonLimits } from "./json-limits.ts";
import { walkJson } from "./raw-walk.ts";
import { jsonFault } from "./json-fault.ts";

/** Shared, since it keeps no state between whole texts. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** A parsed JSON text. */
export interface ReadJson {
  readonly value: unknown;
  /**
   * Integers with `format: int64` that do not fit 64 bits; the parsed value no longer shows them.
   */
  readonly issues: readonly Issue[];
  /** Number of its objects, arrays and members. */
  readonly members: number;
}

/** Called before this many bytes of memory are taken; throws to refuse them. */
export type Hold = (bytes: number) => void;

/** About the memory that V8 takes for an empty object, an array or a member. */
const bytesPerMember = 64;

/**
 * Parses a JSON body; its marked members keep their texts (`rawText`).
 *
 * Throws 400 for bytes that are not UTF-8 or text that is not JSON, 413 over the limits.
 */
export function parseJsonBody(
  body: Uint8Array,
  mark: Mark | undefined,
  limits: JsonLimits,
  hold?: Hold,
): ReadJson {
  return parseJsonText(decodeText(body), mark, limits, hold);
}

/** The same for a text. */
export function parseJsonText(
  text: string,
  mark: Mark | undefined,
  limits: JsonLimits,
  hold?: Hold,
): ReadJson {
  const spans = walkJson(text, mark, limits);
  const { members } = spans;
  hold?.(text.length + members * bytesPerMember);
  const value = parse(text);
  spans.attachTo(value);
  const issues = spans.tooLong.map((one) => int64Issue(["body", ...one.path], one.text));
  return { value, issues, members };
}

/** Bytes as text. Throws 400 if they are not UTF-8. */
export function decodeText(body: Uint8Array): string {
  try {
    return utf8.decode(body);
  } catch (e) {
    if (e instanceof TypeError) throw new MalformedBody("The body is not valid UTF-8");
    throw e;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (e) {
    if (!(e instanceof SyntaxError)) throw e;
    throw new MalformedBody(`The body is not valid JSON: ${jsonFault(text)}`);
  }
}
