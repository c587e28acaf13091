import { TextError } from "../errors.ts";
import type { Vocabulary } from "../tokenizer/vocabulary.ts";
import type { TextFiles } from "./protocol.ts";

/** Composing Unicode (NFC) makes one character of up to four code units. */
const maxComposition = 4;

/**
 * UTF-16 units that a text may have so that it can fit the context at all: a unit is at least one byte, and no token
 * is more bytes than the longest. Encoding costs time by length, so longer texts are refused before.
 */
export function maxTextLength(vocabulary: Vocabulary, files: TextFiles, maxLength: number): number {
  if (files.contextTokens === undefined) return maxLength;
  let longest = 1;
  for (let id = 0; id < vocabulary.size; id++) {
    const bytes = (vocabulary.offsets[id + 1] ?? 0) - (vocabulary.offsets[id] ?? 0);
    longest = Math.max(longest, bytes);
  }
  return Math.min(maxLength, files.contextTokens * longest * maxComposition);
}

/** @throws TextError `invalid` for a text that is too long to be worth encoding */
export function checkTextLength(modelId: string, text: string, limit: number): void {
  if (text.length <= limit) return;
  throw new TextError(
    "invalid",
    `The text has ${text.length} characters; more than ${limit} cannot fit ${modelId}. Shorten it.`,
    { parameter: "text" },
  );
}
