/** Entries of a new block; a block with twice as many is split in two. */
const blockLength = 2_048;

/**
 * A list of digests for changes at many places. It consists of blocks, so that adding or removing
 * an entry moves only the entries of one block.
 */
export class DigestList {
  readonly #blocks: string[][] = [];
  #length: number;

  constructor(digests: readonly string[]) {
    for (let from = 0; from < digests.length; from += blockLength) {
      this.#blocks.push(digests.slice(from, from + blockLength));
    }
    if (digests.length === 0) this.#blocks.push([]);
    this.#length = digests.length;
  }

  get length(): number {
    return this.#length;
  }

  push(digest: string): void {
    this.insert(this.#length, digest);
  }

  /** Inserts a digest before the one at `index`, which is at most the length. */
  insert(index: number, digest: string): void {
    const { block, at, number } = this.#find(index);
    block.splice(at, 0, digest);
    this.#length += 1;
    if (block.length >= 2 * blockLength) {
      this.#blocks.splice(number + 1, 0, block.splice(blockLength));
    }
  }

  /** Removes and returns the digest at `index`, which is below the length. */
  remove(index: number): string | undefined {
    const { block, at } = this.#find(index);
    const [removed] = block.splice(at, 1);
    if (removed !== undefined) this.#length -= 1;
    return removed;
  }

  toArray(): string[] {
    return this.#blocks.flat();
  }

  /** The block that contains an index, or after whose last entry the index is. */
  #find(index: number): { block: string[]; at: number; number: number } {
    let number = this.#blocks.length - 1;
    let first = this.#length - (this.#blocks[number] as string[]).length;
    // Search from the end, because most changes are appends.
    while (index < first) {
      number -= 1;
      first -= (this.#blocks[number] as string[]).length;
    }
    return { block: this.#blocks[number] as string[], at: index - first, number };
  }
}
