import { createHash } from "node:crypto";
import { atOnce, inTurns, LoopTurn } from "../../budgets/loop-turns.ts";
import { JsonRewrite } from "../json-text/json-rewrite.ts";
import type { StringRewriter } from "../json-text/string-rewriter.ts";
import { digestOf, digestText } from "./digest.ts";
import { StoredTooLarge } from "./stored-too-large.ts";

/** A value as stored, and its digest. */
export interface Content {
  /** Canonical text, valid JSON. */
  readonly text: string;
  readonly digest: string;
}

/** Options for the content of a value. */
export interface ContentOptions {
  /** Makes the rewriter for the strings of one value. */
  readonly strings?: (() => StringRewriter) | undefined;
  /** Most bytes of the value as stored. */
  readonly maxBytes: number;
  /** The name of the value in the refusal of a larger one: "A row". */
  readonly value: string;
}

/** Bytes that one step hashes. */
const hashedAtOnce = 1024 * 1024;
/**
 * The stored token of a double beyond the range: JSON has no infinity, but readers read this token
 * as one.
 */
const storedInfinity = "1e999";

/**
 * The content of a value, given as JSON text. The canonical text equals the output of Python's
 * `json.dumps(value, sort_keys=True)`: ASCII only, names in the order of their code points, numbers
 * as integers of any length or shortest doubles. A large value is read in steps with pauses.
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

/** The same without a pause, for small values. */
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
    // The bound counts stored bytes.
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
