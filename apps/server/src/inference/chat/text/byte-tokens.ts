import { tokenBytes, type Vocabulary } from "@heddle/engine";

const byteCount = 256;
/** By vocabulary, which a model keeps as long as it is loaded. */
const known = new WeakMap<Vocabulary, Int32Array | null>();

/**
 * The token of each byte, where every token that is no special one is a single byte, so that a text
 * is written in one way alone; undefined where tokens are longer.
 */
export function byteTokens(vocabulary: Vocabulary): Int32Array | undefined {
  let found = known.get(vocabulary);
  if (found === undefined) {
    found = tokensOfBytes(vocabulary);
    known.set(vocabulary, found);
  }
  return found ?? undefined;
}

function tokensOfBytes(vocabulary: Vocabulary): Int32Array | null {
  const tokens = new Int32Array(byteCount).fill(-1);
  for (let token = 0; token < vocabulary.size; token += 1) {
    if (vocabulary.isSpecial[token] === 1) continue;
    const bytes = tokenBytes(vocabulary, token);
    const [byte] = bytes;
    if (byte === undefined || bytes.length > 1 || tokens[byte] !== -1) return null;
    tokens[byte] = token;
  }
  return tokens.includes(-1) ? null : tokens;
}
