import { TextError } from "../errors.ts";
import { MergeQueue } from "./merge-queue.ts";
import { MergeTable } from "./merge-table.ts";
import type { TokenizerFile } from "./tokenizer-file.ts";

// Words come again and again; long ones seldom.
const maxCachedWords = 20_000;
const maxCachedLength = 32;

/**
 * Byte pair encoding: characters become tokens, then the pair of lowest rank is merged until none is left.
 * A queue of the pairs makes it n log n: where nothing splits a text before (Llama 2), a whole prompt is one word.
 * Source: Sennrich, Haddow and Birch 2016, "Neural Machine Translation of Rare Words with Subword Units".
 */
export class BytePairEncoder {
  readonly #ids: ReadonlyMap<string, number>;
  readonly #hidden: ReadonlySet<number>;
  readonly #merges: MergeTable;
  readonly #ignoresMerges: boolean;
  readonly #fallback: readonly number[] | null;
  readonly #unknownId: number | undefined;
  readonly #fusesUnknown: boolean;
  readonly #queue = new MergeQueue();
  readonly #cache = new Map<string, Int32Array>();

  /**
   * @param hidden tokens of the vocabulary that text may not become
   * @throws TextError `invalid` for merges that do not belong to the vocabulary
   */
  constructor(model: TokenizerFile["model"], hidden: ReadonlySet<string>) {
    this.#ids = new Map(Object.entries(model.vocab));
    this.#hidden = new Set([...hidden].map((token) => this.#ids.get(token) ?? -1));
    this.#merges = new MergeTable(model.merges, this.#ids, this.#hidden);
    this.#ignoresMerges = model["ignore_merges"] === true;
    this.#fallback = model.byte_fallback === true ? this.#fallbackIds() : null;
    this.#unknownId = this.#ids.get(model.unk_token ?? "");
    this.#fusesUnknown = model["fuse_unk"] === true;
  }

  /** The id of a token, hidden or not. */
  id(token: string): number | undefined {
    return this.#ids.get(token);
  }

  /**
   * Adds the tokens of a word.
   *
   * @throws TextError `invalid` where a character has no token and the tokenizer no token for the unknown
   */
  encode(word: string, into: number[]): void {
    const cached = this.#cache.get(word);
    if (cached !== undefined) {
      for (const id of cached) into.push(id);
      return;
    }
    const start = into.length;
    const whole = this.#ignoresMerges ? this.#visible(word) : undefined;
    if (whole === undefined) this.#merge(this.#symbols(word), into);
    else into.push(whole);
    if (word.length > maxCachedLength) return;
    if (this.#cache.size >= maxCachedWords) this.#cache.clear();
    this.#cache.set(word, Int32Array.from(into.slice(start)));
  }

  /** The tokens of the characters, or of their bytes. */
  #symbols(word: string): Int32Array {
    // At most four bytes of a code point, at most three of a UTF-16 unit.
    const symbols = new Int32Array(word.length * (this.#fallback === null ? 1 : 3));
    let count = 0;
    let isAfterUnknown = false;
    for (const character of word) {
      const id = this.#visible(character);
      const bytes = id === undefined ? this.#bytesOf(character) : [id];
      for (const one of bytes ?? []) symbols[count++] = one;
      if (bytes === null && !(isAfterUnknown && this.#fusesUnknown)) {
        symbols[count++] = this.#requireUnknown(character);
      }
      isAfterUnknown = bytes === null;
    }
    return symbols.subarray(0, count);
  }

  #merge(symbols: Int32Array, into: number[]): void {
    const count = symbols.length;
    const next = new Int32Array(count);
    const previous = new Int32Array(count);
    /** The rank of the merge with what follows, -1 for none: tells which entries of the queue still hold. */
    const ranks = new Int32Array(count).fill(-1);
    const offer = (position: number): void => {
      const follower = next[position] ?? -1;
      const rank =
        follower < 0 ? -1 : this.#merges.rank(symbols[position] ?? 0, symbols[follower] ?? 0);
      ranks[position] = rank;
      if (rank >= 0) this.#queue.push(rank, position);
    };
    for (let position = 0; position < count; position++) {
      next[position] = position + 1 < count ? position + 1 : -1;
      previous[position] = position - 1;
      offer(position);
    }
    for (let first = this.#queue.pop(); first !== null; first = this.#queue.pop()) {
      const { rank, position } = first;
      if (ranks[position] !== rank) continue;
      const merged = next[position] ?? -1;
      const follower = next[merged] ?? -1;
      symbols[position] = this.#merges.result(rank);
      ranks[merged] = -1;
      next[position] = follower;
      if (follower >= 0) previous[follower] = position;
      offer(position);
      const before = previous[position] ?? -1;
      if (before >= 0) offer(before);
    }
    for (let position = count === 0 ? -1 : 0; position >= 0; position = next[position] ?? -1) {
      into.push(symbols[position] ?? 0);
    }
  }

  #visible(token: string): number | undefined {
    const id = this.#ids.get(token);
    return id === undefined || this.#hidden.has(id) ? undefined : id;
  }

  #bytesOf(character: string): number[] | null {
    const fallback = this.#fallback;
    if (fallback === null) return null;
    const ids = [...Buffer.from(character)].map((byte) => fallback[byte] ?? -1);
    return ids.includes(-1) ? null : ids;
  }

  #fallbackIds(): number[] {
    return Array.from({ length: 256 }, (_, byte) => {
      const token = `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`;
      return this.#visible(token) ?? -1;
    });
  }

  #requireUnknown(character: string): number {
    if (this.#unknownId !== undefined) return this.#unknownId;
    throw new TextError(
      "invalid",
      `The tokenizer has no token for a character of the text, and none for unknown characters: ${JSON.stringify(character)}.`,
    );
  }
}
