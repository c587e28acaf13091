/** Entries of one block when it is made; a block with twice as many is cut in two. */
const blockLength = 2_048;

/**
 * A list of digests that is changed at many places. It is kept in blocks, so that an entry which
 * comes or goes moves those of its block and no others.
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

  /** Puts a digest before the one at `index`, which is at most the length. */
  insert(index: number, digest: string): void {
    const { block, at, number } = this.#find(index);
    block.splice(at, 0, digest);
    this.#length += 1;
    if (block.length >= 2 * blockLength) {
      this.#blocks.splice(number + 1, 0, block.splice(blockLength));
    }
  }

  /** Takes out the digest at `index`, which is below the length. */
  remove(index: number): string | undefined {
    const { block, at } = this.#find(index);
    const [removed] = block.splice(at, 1);
    if (removed !== undefined) this.#length -= 1;
    return removed;
  }

  toArray(): string[] {
    return this.#blocks.flat();
  }

  /** The block that an index is in, or behind whose last entry it is. */
  #find(index: number): { block: string[]; at: number; number: number } {
    let number = this.#blocks.length - 1;
    let first = this.#length - (this.#blocks[number] as string[]).length;
    // From behind: most changes are appends.
    while (index < first) {
      number -= 1;
      first -= (this.#blocks[number] as string[]).length;
    }
    return { block: this.#blocks[number] as string[], at: index - first, number };
  }
}
