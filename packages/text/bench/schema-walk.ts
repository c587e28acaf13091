import type { Constraint } from "../src/constraints/constraint.ts";
import type { GrammarHost } from "../src/constraints/grammar-host.ts";
import { numbersOf } from "../src/constraints/testing/random-walk.ts";
import { tokenBytes, type Vocabulary } from "../src/tokenizer/vocabulary.ts";

/** The times of one walk, in milliseconds. */
export interface SchemaWalk {
  readonly compileMs: number;
  /** Of each token: to write the mask, and to accept the token. */
  readonly tokenMs: readonly number[];
  readonly text: string;
}

const maxTokens = 250;
/** After so many, what closes is preferred. */
const hurryAfter = 120;
const opening = ['"', '{"', '": "', '": ', '", "', "{", "[", "]", "}", "1", "true"];
const closing = ['"', '"}', "}", "]", '", "', '": '];

/** Writes a text that follows a constraint: half of the tokens are marks of JSON, half are drawn among all that are allowed. */
export function schemaWalk(
  host: GrammarHost,
  vocabulary: Vocabulary,
  constraint: Constraint,
  marks: ReadonlyMap<string, number>,
): SchemaWalk {
  const started = performance.now();
  const matcher = host.matcher(constraint);
  const compileMs = performance.now() - started;
  const words = new Int32Array(host.maskWords);
  const draw = numbersOf(1);
  const tokenMs: number[] = [];
  let text = "";
  while (tokenMs.length < maxTokens) {
    const before = performance.now();
    const isEndAlone = matcher.fillMask(words);
    const maskMs = performance.now() - before;
    if (isEndAlone) break;
    const token = drawn(
      words,
      vocabulary,
      draw,
      tokenMs.length > hurryAfter ? closing : opening,
      marks,
    );
    const again = performance.now();
    if (!matcher.accept(token)) throw new Error(`The mask allows ${token}, the matcher does not.`);
    tokenMs.push(maskMs + performance.now() - again);
    if (vocabulary.endTokens.includes(token)) break;
    text += Buffer.from(tokenBytes(vocabulary, token)).toString();
  }
  return { compileMs, tokenMs, text };
}

/** The tokens of the marks that `schemaWalk` prefers. */
export function marksOf(vocabulary: Vocabulary): ReadonlyMap<string, number> {
  const wanted = new Set([...opening, ...closing]);
  const marks = new Map<string, number>();
  for (let token = 0; token < vocabulary.size; token++) {
    const text = Buffer.from(tokenBytes(vocabulary, token)).toString();
    if (wanted.has(text)) marks.set(text, token);
  }
  return marks;
}

function drawn(
  words: Int32Array,
  vocabulary: Vocabulary,
  draw: () => number,
  preferred: readonly string[],
  marks: ReadonlyMap<string, number>,
): number {
  const isAllowed = (token: number): boolean => ((words[token >>> 5]! >>> (token & 31)) & 1) === 1;
  if (draw() < 0.5) {
    const from = Math.floor(draw() * preferred.length);
    for (let i = 0; i < preferred.length; i++) {
      const token = marks.get(preferred[(from + i) % preferred.length]!);
      if (token !== undefined && isAllowed(token)) return token;
    }
  }
  let token = Math.floor(draw() * vocabulary.size);
  while (!isAllowed(token)) token = (token + 1) % vocabulary.size;
  return token;
}
