import { Tokenizer as LibraryTokenizer } from "@huggingface/tokenizers";
import { TextError } from "../errors.ts";
import type { TokenizerFile } from "./tokenizer-file.ts";

// The library's declarations lead nowhere under Node's module resolution: these are the parts that are used here.

/** The steps of a tokenizer as @huggingface/tokenizers carries them out. */
export interface Pipeline {
  readonly normalizer: { normalize(text: string): string } | null;
  readonly pre_tokenizer: {
    /** `section_index` 0: the text begins with this section. */
    pre_tokenize(text: string, position: { readonly section_index: number }): string[];
  } | null;
  readonly post_processor: {
    post_process(tokens: string[], pair: null, addSpecialTokens: boolean): { tokens: string[] };
  } | null;
}

const LibraryPipeline: new (file: object, config: object) => Pipeline = LibraryTokenizer as never;

/**
 * What a file does before and after the merges. Added tokens are matched before it, and the merges are done here:
 * the library is given neither.
 *
 * @throws TextError `unsupported` for what the library cannot load
 */
export function buildPipeline(file: TokenizerFile): Pipeline {
  const model = { type: "BPE", vocab: {}, merges: [] };
  try {
    return new LibraryPipeline(
      { ...file, added_tokens: [], model },
      { clean_up_tokenization_spaces: false },
    );
  } catch (cause) {
    throw new TextError("unsupported", `The tokenizer cannot be loaded: ${String(cause)}`, {
      cause,
    });
  }
}
