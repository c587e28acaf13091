import type { CachedPositions } from "./decoder.ts";

/** A prefix found: positions of its own to build on, sharing pages with the one that was remembered. */
export interface SharedPrefix {
  readonly cached: CachedPositions;
  readonly positions: number;
}

interface Entry {
  readonly space: string;
  readonly tokens: Int32Array;
  readonly cached: CachedPositions;
  /** Keys in the index that still point here; an entry without any is unreachable and gone. */
  readonly keys: Set<string>;
}

/**
 * Computed prompts for others to take over, within one space (adapter and salt). An entry is found by the hash of
 * each of its full pages, checked token by token, and shared to the last equal token: the page on which two sequences
 * part is copied when one of them writes. The least recently used entry goes first.
 */
export class PrefixCache {
  readonly #pageTokens: number;
  readonly #maxEntries: number;
  readonly #index = new Map<string, Entry>();
  /** In order of use: the first is the oldest. */
  readonly #entries = new Set<Entry>();

  constructor(pageTokens: number, maxEntries: number) {
    this.#pageTokens = pageTokens;
    this.#maxEntries = maxEntries;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The longest computed prefix of `tokens`, at most `limit` positions; null when it fills no page. */
  find(space: string, tokens: Int32Array, limit: number): SharedPrefix | null {
    let found: Entry | null = null;
    for (const key of pageKeys(space, tokens.subarray(0, limit), this.#pageTokens)) {
      found = this.#index.get(key) ?? found;
    }
    if (found === null) return null;
    const positions = commonLength(found.tokens, tokens, limit);
    if (found.space !== space || positions < this.#pageTokens) return null;
    this.#entries.delete(found);
    this.#entries.add(found);
    const cached = found.cached.fork();
    cached.truncate(positions);
    return { cached, positions };
  }

  /** Keeps what is computed of a sequence: `tokens` are the ones that `cached` holds. */
  remember(space: string, tokens: Int32Array, cached: CachedPositions): void {
    const keys = [...pageKeys(space, tokens, this.#pageTokens)];
    const deepest = keys.at(-1);
    if (deepest === undefined) return;
    const known = this.#index.get(deepest);
    if (
      known !== undefined &&
      commonLength(known.tokens, tokens, tokens.length) === tokens.length
    ) {
      return;
    }
    const entry: Entry = {
      space,
      tokens: tokens.slice(),
      cached: cached.fork(),
      keys: new Set(keys),
    };
    this.#entries.add(entry);
    for (const key of keys) {
      const before = this.#index.get(key);
      this.#index.set(key, entry);
      if (before === undefined) continue;
      before.keys.delete(key);
      if (before.keys.size === 0) this.#remove(before);
    }
    while (this.#entries.size > this.#maxEntries) this.evictOldest();
  }

  /** Gives the oldest entry up; false when there is none. */
  evictOldest(): boolean {
    for (const entry of this.#entries) {
      this.#remove(entry);
      return true;
    }
    return false;
  }

  /** Gives up all whose space begins so: an adapter is gone. */
  forget(spaceStart: string): void {
    for (const entry of this.#entries) {
      if (entry.space.startsWith(spaceStart)) this.#remove(entry);
    }
  }

  #remove(entry: Entry): void {
    this.#entries.delete(entry);
    for (const key of entry.keys) this.#index.delete(key);
    entry.keys.clear();
    entry.cached.release();
  }
}

/**
 * A key for each full page of tokens, over the space and all pages up to it: two 32-bit hashes in the manner of FNV-1a
 * (Fowler, Noll, Vo) with different primes. Equal keys are only a hint: space and tokens are compared.
 */
function* pageKeys(space: string, tokens: Int32Array, pageTokens: number): Generator<string> {
  let first = 0x811c9dc5;
  let second = 0x2f0b4a27;
  const mix = (value: number, at: number): void => {
    first = Math.imul(first ^ value, 0x01000193);
    second = Math.imul(second ^ (value + at), 0x85ebca6b) ^ (second >>> 13);
  };
  for (let at = 0; at < space.length; at += 1) mix(space.charCodeAt(at), at);
  const pages = Math.floor(tokens.length / pageTokens);
  for (let page = 0; page < pages; page += 1) {
    for (let at = page * pageTokens; at < (page + 1) * pageTokens; at += 1)
      mix(tokens[at] ?? 0, at);
    yield `${first >>> 0}.${second >>> 0}.${page}`;
  }
}

function commonLength(a: Int32Array, b: Int32Array, limit: number): number {
  const end = Math.min(a.length, b.length, limit);
  let length = 0;
  while (length < end && a[length] === b[length]) length += 1;
  return length;
}
