import { byteAlphabet } from "../byte-alphabet.ts";
import type { TokenizerSource } from "../tokenizer.ts";

/** Small tokenizers of each kind that is supported, made by hand. */

const chatTokens = ["<|im_start|>", "<|im_end|>", "<|endoftext|>", "<|pad|>"];

function special(content: string, id: number): Record<string, unknown> {
  return {
    id,
    content,
    special: true,
    normalized: false,
    single_word: false,
    lstrip: false,
    rstrip: false,
  };
}

/** Bytes 0 to 255 and four control tokens, no merges: the form of the built-in model. */
export function byteTokenizer(): TokenizerSource {
  return bytePairTokenizer([]);
}

/** A byte-level BPE with merges, written in the byte alphabet (`Ġ` is the space). */
export function bytePairTokenizer(
  merges: readonly (readonly [string, string])[],
  changes: Readonly<Record<string, unknown>> = {},
): TokenizerSource {
  const tokens = [...byteAlphabet, ...chatTokens, ...merges.map((pair) => pair.join(""))];
  const vocab = Object.fromEntries(tokens.map((token, id) => [token, id]));
  for (const token of chatTokens) delete vocab[token];
  const byteLevel = {
    type: "ByteLevel",
    add_prefix_space: false,
    trim_offsets: true,
    use_regex: true,
  };
  const file = {
    version: "1.0",
    added_tokens: chatTokens.map((token, index) => special(token, 256 + index)),
    normalizer: null,
    pre_tokenizer: byteLevel,
    post_processor: byteLevel,
    decoder: byteLevel,
    model: { type: "BPE", vocab, merges: merges.map((pair) => pair.join(" ")) },
    ...changes,
  };
  return {
    tokenizerJson: JSON.stringify(file),
    tokenizerConfig: JSON.stringify({ eos_token: "<|im_end|>", pad_token: { content: "<|pad|>" } }),
  };
}

/** SentencePiece BPE as in Llama 2: `▁` for the space, one put in front of every text, bytes for what is missing. */
export function byteFallbackTokenizer(prefix: "prepend" | "metaspace" | "never"): TokenizerSource {
  const bytes = byteAlphabet.map((_, b) => `<0x${b.toString(16).toUpperCase().padStart(2, "0")}>`);
  const letters = "▁ a b c d e f g h i j k l m n o p q r s t u v w x y z é".split(" ");
  const merges: [string, string][] = [
    ["h", "e"],
    ["▁", "he"],
    ["l", "l"],
    ["ll", "o"],
    ["▁he", "llo"],
  ];
  const tokens = [
    "<unk>",
    "<s>",
    "</s>",
    ...bytes,
    ...letters,
    ...merges.map((pair) => pair.join("")),
  ];
  const replaceMark = { type: "Replace", pattern: { String: "▁" }, content: " " };
  const strip = { type: "Strip", content: " ", start: 1, stop: 0 };
  const fallback = [{ type: "ByteFallback" }, { type: "Fuse" }];
  const file = {
    added_tokens: [special("<unk>", 0), special("<s>", 1), special("</s>", 2)],
    normalizer:
      prefix === "prepend"
        ? {
            type: "Sequence",
            normalizers: [
              { type: "Prepend", prepend: "▁" },
              { type: "Replace", pattern: { String: " " }, content: "▁" },
            ],
          }
        : null,
    pre_tokenizer:
      prefix === "prepend"
        ? null
        : {
            type: "Metaspace",
            replacement: "▁",
            prepend_scheme: prefix === "never" ? "never" : "first",
            split: false,
          },
    post_processor: {
      type: "TemplateProcessing",
      single: [{ SpecialToken: { id: "<s>", type_id: 0 } }, { Sequence: { id: "A", type_id: 0 } }],
      pair: [],
      special_tokens: { "<s>": { id: "<s>", ids: [1], tokens: ["<s>"] } },
    },
    decoder: {
      type: "Sequence",
      decoders: prefix === "never" ? [replaceMark, ...fallback] : [replaceMark, ...fallback, strip],
    },
    model: {
      type: "BPE",
      unk_token: "<unk>",
      fuse_unk: true,
      byte_fallback: true,
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
      merges,
    },
  };
  return {
    tokenizerJson: JSON.stringify(file),
    tokenizerConfig: JSON.stringify({ bos_token: "<s>", eos_token: "</s>", unk_token: "<unk>" }),
  };
}
