import { tokenBytes, type Vocabulary } from "@heddle/engine";

/** By vocabulary, which a model keeps as long as it is loaded. */
const known = new WeakMap<Vocabulary, ReadonlyMap<string, number>>();
const decoder = new TextDecoder();

/** The special tokens of these texts: those of them that the vocabulary has. */
export function specialTokensOf(
  texts: readonly string[],
  vocabulary: Vocabulary,
): ReadonlySet<number> {
  const byText = known.get(vocabulary) ?? specialTokens(vocabulary);
  known.set(vocabulary, byText);
  return new Set(texts.flatMap((text) => byText.get(text) ?? []));
}

function specialTokens(vocabulary: Vocabulary): ReadonlyMap<string, number> {
  const byText = new Map<string, number>();
  vocabulary.isSpecial.forEach((isSpecial, token) => {
    const bytes = isSpecial === 1 ? tokenBytes(vocabulary, token) : [];
    if (bytes.length > 0) byText.set(decoder.decode(bytes as Uint8Array), token);
  });
  return byText;
}
