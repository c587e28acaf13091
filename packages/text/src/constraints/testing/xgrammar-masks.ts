import { byteAlphabet } from "../../tokenizer/byte-alphabet.ts";
import type { Vocabulary } from "../../tokenizer/vocabulary.ts";
import { XGrammarLoader } from "./load-xgrammar.ts";

/** The masks of another implementation along a text. */
export interface XGrammarMasks {
  accept(token: number): boolean;
  /** Words of 32 tokens each. */
  mask(): Promise<Int32Array>;
}

/** A matcher of `@mlc-ai/web-xgrammar` for a grammar in EBNF. */
export async function xgrammarMasks(
  vocabulary: Vocabulary,
  grammar: string,
): Promise<XGrammarMasks> {
  const { library } = new XGrammarLoader().load();
  const { size, bytes, offsets, isSpecial, endTokens } = vocabulary;
  // In its byte-level form, the one that can say halves of characters. What has no text is empty.
  const texts = Array.from({ length: size }, (_, token) =>
    isSpecial[token] === 1
      ? ""
      : Array.from(
          bytes.subarray(offsets[token], offsets[token + 1]),
          (byte) => byteAlphabet[byte]!,
        ).join(""),
  );
  const info = await library.TokenizerInfo.createTokenizerInfo(texts, "byte_level", false, size, [
    ...endTokens,
  ]);
  const compiler = await library.GrammarCompiler.createGrammarCompiler(info, false);
  const compiled = await compiler.compileGrammar(grammar, "root");
  const matcher = await library.GrammarMatcher.createGrammarMatcher(compiled);
  return {
    accept: (token) => matcher.acceptToken(token),
    mask: () => matcher.getNextTokenBitmask(),
  };
}
