import { byteAlphabet } from "@heddle/text";
import type { Merge } from "./learn-merges.ts";

type AddedToken =
  | "<|im_start|>"
  | "<|im_end|>"
  | "<|endoftext|>"
  | "<|pad|>"
  | "<tool_call>"
  | "</tool_call>";

/** Tokens beside bytes and merges, by their ids. Only the first four are left out of answers. */
export const addedTokens: Readonly<Record<AddedToken, number>> = {
  "<|im_start|>": 256,
  "<|im_end|>": 257,
  "<|endoftext|>": 258,
  "<|pad|>": 259,
  "<tool_call>": 260,
  "</tool_call>": 261,
};

/** How many tokens are no merges. */
export const unmergedTokens: number = 256 + Object.keys(addedTokens).length;

/** tokenizer.json: ids 0–255 are the bytes, then the added tokens, then the merges in their order. */
export function tokenizerFile(merges: readonly Merge[]): string {
  const vocabulary: Record<string, number> = {};
  byteAlphabet.forEach((character, byte) => (vocabulary[character] = byte));
  merges.forEach(([left, right], index) => (vocabulary[left + right] = unmergedTokens + index));
  const byteLevel = {
    type: "ByteLevel",
    add_prefix_space: false,
    trim_offsets: false,
    use_regex: true,
  };
  const file = {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: Object.entries(addedTokens).map(([content, id]) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: content.startsWith("<|"),
    })),
    normalizer: null,
    pre_tokenizer: byteLevel,
    post_processor: null,
    decoder: byteLevel,
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab: vocabulary,
      merges: merges.map((pair) => pair.join(" ")),
    },
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}
