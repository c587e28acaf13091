import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loomFolder } from "../../loom.ts";

/** The parts of `tokenizer.json` that tests change. */
interface TokenizerFile {
  readonly added_tokens: readonly { readonly id: number }[];
  readonly model: {
    readonly vocab: Record<string, number>;
    readonly merges: readonly unknown[];
  };
}

/** The built-in model's `tokenizer.json` without its words: 256 bytes and four special tokens after them. */
export function byteTokenizer(): TokenizerFile {
  const file = JSON.parse(
    readFileSync(join(loomFolder, "tokenizer.json"), "utf8"),
  ) as TokenizerFile;
  const bytes = Object.entries(file.model.vocab).filter(([, id]) => id < 256);
  return {
    ...file,
    added_tokens: file.added_tokens.filter(({ id }) => id < 260),
    model: { ...file.model, vocab: Object.fromEntries(bytes), merges: [] },
  };
}
