import { createHash } from "node:crypto";
import { atOnce, inTurns, LoopTurn } from "../../budgets/loop-turns.ts";
import { JsonRewrite } from "../json-text/json-rewrite.ts";
import type { StringRewriter } from "../json-text/string-rewriter.ts";
import { digestOf, digestText } from "./digest.ts";
import { StoredTooLarge } from "./stored-too-large.ts";

/** A value as it is stored, and its name by content. */
export interface Content {
  /** Canonical text, valid JSON. */
  readonly text: string;
  readonly digest: string;
}

/** How the content of a value is made. */
export interface ContentOptions {
  /** Makes what rewrites the strings of one value. */
  readonly strings?: (() => StringRewriter) | undefined;
  /** Most bytes of the value as stored. */
  readonly maxBytes: number;
  /** The value, for the refusal of a larger one: "A row". */
  readonly value: string;
}

/** Bytes that are hashed at once. */
const hashedAtOnce = 1024 * 1024;
/** What stands in for a double beyond the range, which no JSON has: a token that reads as one. */
const storedInfinity = "1e999";

/**
 * The content of a value, given as JSON text. Its canonical text is what Python's
 * `json.dumps(value, sort_keys=True)` writes: ASCII only, names in the order of their code points,
 * numbers as integers of any length or shortest doubles. A large value is read in turns.
 */
export async function contentOf(
  json: string,
  options: ContentOptions,
  turn: LoopTurn = new LoopTurn(),
): Promise<Content> {
  const stored = rewriting(json, options, storedInfinity);
  await inTurns(stored, turn);
  if (!stored.hasInfinity) {
    const digest = await digestInTurns(stored.bytes, turn);
    return { text: stored.text, digest };
  }
  const hashed = rewriting(json, options, "Infinity");
  await inTurns(hashed, turn);
  return { text: stored.text, digest: await digestInTurns(hashed.bytes, turn) };
}

/** The same without a pause, for values that are known to be small. */
export function contentAtOnce(json: string, options: ContentOptions): Content {
  const stored = rewriting(json, options, storedInfinity);
  atOnce(stored);
  if (!stored.hasInfinity) return { text: stored.text, digest: digestOf(stored.bytes) };
  const hashed = rewriting(json, options, "Infinity");
  atOnce(hashed);
  return { text: stored.text, digest: digestOf(hashed.bytes) };
}

function rewriting(json: string, options: ContentOptions, infinity: string): JsonRewrite {
  return new JsonRewrite(json, {
    order: "byName",
    nonFinite: false,
    isSpaced: true,
    infinity,
    maxMembers: Infinity,
    strings: options.strings?.(),
    // The bound is on what is stored.
    maxLength: infinity === storedInfinity ? options.maxBytes : 2 * options.maxBytes,
    onFull: () => {
      throw new StoredTooLarge(options.value, options.maxBytes);
    },
  });
}

async function digestInTurns(bytes: Uint8Array, turn: LoopTurn): Promise<string> {
  if (bytes.length <= hashedAtOnce) return digestOf(bytes);
  const hash = createHash("sha256");
  for (let from = 0; from < bytes.length; from += hashedAtOnce) {
    hash.update(bytes.subarray(from, from + hashedAtOnce));
    if (turn.isOver) await turn.next();
  }
  return digestText(hash.digest("base64url"));
}
