import { tokenBytes, type Vocabulary } from "@heddle/engine";
import { emptyThoughts, type TurnMarkers } from "./turn-markers.ts";

/** Bytes of a text, from one to before another. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * Which tokens of a conversation the model learns: those of its own turns, with the token that ends each.
 * Looks in the bytes that the tokens stand for, since a tokenizer may change the text that it is given.
 */
export function trainedInAll(
  tokens: Int32Array,
  vocabulary: Vocabulary,
  { response, turn }: TurnMarkers,
): Uint8Array {
  const text = textOf(tokens, vocabulary);
  const stretches: Stretch[] = [];
  for (let at = text.indexOf(response); at >= 0;) {
    let from = at + Buffer.byteLength(response);
    const thoughts = text.subarray(from, from + emptyThoughts.length);
    if (thoughts.equals(Buffer.from(emptyThoughts))) from += emptyThoughts.length;
    const next = text.indexOf(turn, from);
    const to = next < 0 ? text.length : next;
    stretches.push({ from, to });
    at = text.indexOf(response, to);
  }
  return inside(tokens, vocabulary, stretches);
}

/** The same, where only what follows a prompt is learned. */
export function trainedBehind(
  tokens: Int32Array,
  prompt: Int32Array,
  vocabulary: Vocabulary,
): Uint8Array {
  const from = textOf(prompt, vocabulary).length;
  return inside(tokens, vocabulary, [{ from, to: Number.POSITIVE_INFINITY }]);
}

function textOf(tokens: Int32Array, vocabulary: Vocabulary): Buffer {
  return Buffer.concat(Array.from(tokens, (token) => tokenBytes(vocabulary, token)));
}

/** 1 for each token that begins inside of a stretch. */
function inside(
  tokens: Int32Array,
  vocabulary: Vocabulary,
  stretches: readonly Stretch[],
): Uint8Array {
  const isTrained = new Uint8Array(tokens.length);
  let at = 0;
  let next = 0;
  for (const [i, token] of tokens.entries()) {
    while ((stretches[next]?.to ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    const stretch = stretches[next];
    if (stretch !== undefined && at >= stretch.from) isTrained[i] = 1;
    at += tokenBytes(vocabulary, token).length;
  }
  return isTrained;
}
