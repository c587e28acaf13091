import { Tokenizer as LibraryTokenizer } from "@huggingface/tokenizers";
import { EngineError } from "../errors.ts";
import type { TokenizerFile } from "./tokenizer-file.ts";

// The library's declarations lead nowhere under Node's module resolution: these are the parts that are used here.

/** The steps of a tokenizer as @huggingface/tokenizers carries them out. */
export interface Pipeline {
  readonly normalizer: { normalize(text: string): string } | null;
  readonly pre_tokenizer: {
    /** `section_index` 0: the text begins with this section. */
    pre_tokenize(text: string, position: { readonly section_index: number }): string[];
  } | null;
  readonly model: (words: string[]) => string[];
  readonly post_processor: {
    post_process(tokens: string[], pair: null, addSpecialTokens: boolean): { tokens: string[] };
  } | null;
  token_to_id(token: string): number | undefined;
}

const LibraryPipeline: new (file: object, config: object) => Pipeline = LibraryTokenizer as never;

/**
 * The pipeline of a file, without its added tokens: those are matched before it. Special tokens are kept from the
 * model too, so that no plain text can merge into one.
 *
 * @throws EngineError `unsupported` for what the library cannot load
 */
export function buildPipeline(file: TokenizerFile): Pipeline {
  const { vocab, unk_token: unknown } = file.model;
  const hidden = new Set(
    file.added_tokens
      .filter((token) => token.special === true && token.content !== unknown)
      .map((token) => token.content)
      .filter((text) => Object.hasOwn(vocab, text)),
  );
  const visible =
    hidden.size === 0
      ? vocab
      : Object.fromEntries(Object.entries(vocab).filter(([text]) => !hidden.has(text)));
  try {
    return new LibraryPipeline(
      { ...file, added_tokens: [], model: { ...file.model, vocab: visible } },
      { clean_up_tokenization_spaces: false },
    );
  } catch (cause) {
    throw new EngineError("unsupported", `The tokenizer cannot be loaded: ${String(cause)}`, {
      cause,
    });
  }
}
