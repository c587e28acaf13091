import { TextError } from "../errors.ts";
import { byteOfFallbackToken, bytesOfByteLevelToken } from "./byte-alphabet.ts";
import type { TokenWriting } from "./supported-pipeline.ts";
import type { TokenizerFile } from "./tokenizer-file.ts";

/**
 * What every token is, in bytes. The bytes of tokens one after another are the bytes of their text; where
 * `hasPrefixSpace`, whole texts begin with one space more, which `decode` takes away.
 */
export interface Vocabulary {
  /** Ids are 0 up to this one, exclusive. */
  readonly size: number;
  /** The bytes of all tokens, one after another. */
  readonly bytes: Uint8Array;
  /** [size + 1]: token `id` is `bytes[offsets[id] .. offsets[id + 1]]`. */
  readonly offsets: Int32Array;
  /** [size]: 1 for control tokens and for ids that are no token (those have no bytes either). */
  readonly isSpecial: Uint8Array;
  /** Ids that end a completion. */
  readonly endTokens: readonly number[];
  /** Whether encoding puts a space in front of a text. */
  readonly hasPrefixSpace: boolean;
}

/** The bytes of one token: a view, not to be written to. Empty for ids that are no token. */
export function tokenBytes(vocabulary: Vocabulary, id: number): Uint8Array {
  return vocabulary.bytes.subarray(vocabulary.offsets[id], vocabulary.offsets[id + 1]);
}

/**
 * The vocabulary of a tokenizer.
 *
 * @param rows pads it with ids that are no token, for models whose embedding has more rows than tokens
 * @throws TextError `invalid` when two tokens have one id, or when there are fewer rows than ids
 */
export function buildVocabulary(
  file: TokenizerFile,
  writing: TokenWriting,
  endTokens: readonly number[],
  rows: number | undefined,
): Vocabulary {
  const contents = new Map<number, { readonly bytes: Uint8Array; readonly isSpecial: boolean }>();
  for (const [token, id] of Object.entries(file.model.vocab)) {
    if (contents.has(id)) {
      throw new TextError("invalid", `Two tokens of tokenizer.json have the id ${id}.`);
    }
    const isUnknown = token === file.model.unk_token;
    contents.set(id, { bytes: bytesOf(token, writing), isSpecial: isUnknown });
  }
  for (const token of file.added_tokens) {
    const bytes = Buffer.from(token.content);
    contents.set(token.id, { bytes, isSpecial: token.special === true });
  }
  const ids = contents.size === 0 ? 0 : [...contents.keys()].reduce((a, b) => Math.max(a, b)) + 1;
  const size = Math.max(ids, rows ?? 0);
  if (rows !== undefined && ids > rows) {
    throw new TextError(
      "invalid",
      `The tokenizer has ids up to ${ids - 1}, the model's embedding ${rows} rows: they do not belong together.`,
    );
  }
  let byteCount = 0;
  for (const { bytes } of contents.values()) byteCount += bytes.length;
  const bytes = new Uint8Array(byteCount);
  const offsets = new Int32Array(size + 1);
  const isSpecial = new Uint8Array(size);
  for (let id = 0, offset = 0; id < size; id++) {
    const token = contents.get(id);
    if (token === undefined) isSpecial[id] = 1;
    else {
      bytes.set(token.bytes, offset);
      offset += token.bytes.length;
      if (token.isSpecial) isSpecial[id] = 1;
    }
    offsets[id + 1] = offset;
  }
  return {
    size,
    bytes,
    offsets,
    isSpecial,
    endTokens,
    hasPrefixSpace: writing.kind === "byte-fallback" && writing.stripsPrefixSpace,
  };
}

// Tokens outside the alphabet are kept as they are written, as the reference implementation does.
function bytesOf(token: string, writing: TokenWriting): Uint8Array {
  if (writing.kind === "byte-level") return bytesOfByteLevelToken(token) ?? Buffer.from(token);
  const byte = byteOfFallbackToken(token);
  if (byte !== null) return Uint8Array.of(byte);
  return Buffer.from(token.replaceAll(writing.spaceMark, " "));
}
