import { byteTokenizer } from "../../src/embedded/testing/byte-tokenizer.ts";

/**
 * A `tokenizer.json` with so many tokens: bytes and special ones, then all pairs of printable characters, then of
 * pairs of small letters, each with its merge. It takes as long to load as a learnt one of its size.
 */
export function bytePairTokenizer(tokenCount: number): string {
  const tokenizer = byteTokenizer();
  const { vocab } = tokenizer.model;
  const merges: [string, string][] = [];
  const first = Object.keys(vocab).length + tokenizer.added_tokens.length;
  const pairs = combined(range("!", "~"), range("!", "~"));
  const letters = combined(range("a", "z"), range("a", "z")).map((pair) => pair.join(""));
  for (const [left, right] of [...pairs, ...combined(letters, letters)]) {
    if (first + merges.length === tokenCount) break;
    vocab[left + right] = first + merges.length;
    merges.push([left, right]);
  }
  return JSON.stringify({ ...tokenizer, model: { ...tokenizer.model, merges } });
}

function range(first: string, last: string): string[] {
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i));
}

function combined(left: readonly string[], right: readonly string[]): [string, string][] {
  return left.flatMap((a) => right.map((b): [string, string] => [a, b]));
}
