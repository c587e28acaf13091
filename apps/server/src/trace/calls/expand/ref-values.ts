import type { Requester } from "../../../access/requester.ts";
import { inAccount } from "../../../budgets/current-request.ts";
import { HeldAtOnce } from "../../../budgets/held-at-once.ts";
import { requestBounds } from "../../../config/request-bounds.ts";
import { QueryLimit } from "../../../store/errors.ts";
import type { Refs } from "../../refs/refs.ts";
import { Expandable } from "./expandable.ts";

/** The source of values, and the request that they are read for. */
export interface RefValuesOptions {
  readonly refs: Pick<Refs, "values">;
  readonly requester: Requester;
  readonly signal: AbortSignal;
  /** Most bytes of values at once; 32 MiB by default. */
  readonly maxBytes?: number | undefined;
}

/** Most refs that are looked up for one group of calls. */
const maxRefs = 1_000;
/** Bytes of values that stay for the next group of calls. */
const keptBytes = 8 * 1024 * 1024;
/** What an entry takes beside its texts. */
const entryBytes = 200;

/** The calls of a group refer to too much: a smaller group is needed. */
export class GroupFull extends Error {}

/** Reads the values of refs in groups, and keeps some of them for the next groups. */
export class RefValues {
  readonly #options: RefValuesOptions;
  readonly #maxBytes: number;
  /** Also has the refs without a value. The refs that were used last come last. */
  readonly #values = new Map<string, Expandable | undefined>();
  readonly #held: HeldAtOnce = new HeldAtOnce();
  #bytes = 0;
  #groupRefs = 0;
  #groupBytes = 0;

  constructor(options: RefValuesOptions) {
    this.#options = options;
    this.#maxBytes = options.maxBytes ?? requestBounds.expandedBytes.limit;
  }

  /** Bytes of the values in memory. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The value of a ref; undefined if it has none, or was not loaded for this group. */
  get(ref: string): Expandable | undefined {
    return this.#values.get(ref);
  }

  /** Begins a group of calls: drops the values that were not used for the longest time. */
  beginGroup(): void {
    this.#groupRefs = 0;
    this.#groupBytes = 0;
    this.#dropTo(keptBytes);
  }

  /**
   * Loads the values of refs that are not known.
   *
   * @throws GroupFull if the group has no room for them.
   */
  async load(refs: ReadonlySet<string>): Promise<void> {
    const unknown: string[] = [];
    for (const ref of refs) {
      if (!this.#values.has(ref)) {
        unknown.push(ref);
        continue;
      }
      const value = this.#values.get(ref);
      this.#values.delete(ref);
      this.#values.set(ref, value);
    }
    this.#groupRefs += unknown.length;
    if (this.#groupRefs > maxRefs) throw new GroupFull();
    if (unknown.length === 0) return;
    const values = await this.#read(unknown, this.#maxBytes - this.#groupBytes);
    for (const ref of unknown) this.#add(ref, values.get(ref));
    this.#held.dropTo(this.#bytes);
  }

  /** Loads one value alone; undefined if there is none, or if it is too large. */
  async loadAlone(ref: string): Promise<Expandable | undefined> {
    try {
      const values = await this.#read([ref], this.#maxBytes);
      this.#add(ref, values.get(ref));
      this.#held.dropTo(this.#bytes);
    } catch (error) {
      if (!(error instanceof GroupFull)) throw error;
    }
    return this.#values.get(ref);
  }

  /** Drops one value. */
  drop(ref: string): void {
    this.#bytes -= bytesOf(ref, this.#values.get(ref)?.text);
    this.#values.delete(ref);
    this.#held.dropTo(this.#bytes);
  }

  /** Drops all values. */
  release(): void {
    this.#dropTo(0);
  }

  async #read(refs: readonly string[], maxBytes: number): Promise<Map<string, string>> {
    const { refs: source, requester, signal } = this.#options;
    try {
      return await inAccount(this.#held, () => source.values(requester, refs, maxBytes, signal));
    } catch (error) {
      this.#held.dropTo(this.#bytes);
      const isFull = error instanceof QueryLimit && error.limit !== "memory";
      throw isFull ? new GroupFull() : error;
    }
  }

  #add(ref: string, text: string | undefined): void {
    this.#values.set(ref, text === undefined ? undefined : new Expandable(text));
    this.#bytes += bytesOf(ref, text);
    this.#groupBytes += text?.length ?? 0;
  }

  #dropTo(bytes: number): void {
    for (const [ref, value] of this.#values) {
      if (this.#bytes <= bytes) break;
      this.#values.delete(ref);
      this.#bytes -= bytesOf(ref, value?.text);
    }
    this.#held.dropTo(this.#bytes);
  }
}

function bytesOf(ref: string, text: string | undefined): number {
  return ref.length + (text?.length ?? 0) + entryBytes;
}
