/** What a text is for. No key of one split ever appears in the other. */
export type Split = "training" | "held-out";

/** One key in ten is held out. */
const heldOutShare = 10;

/** The split that a key (the operands of a sum, the words of a copy …) belongs to: by its FNV-1a hash, for ever. */
export function splitOf(key: string): Split {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  hash ^= hash >>> 15;
  return (hash >>> 0) % heldOutShare === 0 ? "held-out" : "training";
}

/** Draws until the key of what was drawn belongs to the split. */
export function drawFrom<T extends { readonly key: string }>(split: Split, draw: () => T): T {
  for (let attempt = 0; attempt < 10_000; attempt += 1) {
    const drawn = draw();
    if (splitOf(drawn.key) === split) return drawn;
  }
  throw new RangeError(`10,000 draws gave nothing of the ${split} split.`);
}
