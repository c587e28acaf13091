/**
 * Cuts sequences into passes of at most `maxTokens` tokens, in order; a longer sequence goes alone. Returns the indices
 * of each pass. Gradients add up, so that the cut changes nothing but memory and how often others get their turn.
 */
export function microBatches(lengths: readonly number[], maxTokens: number): number[][] {
  const batches: number[][] = [];
  let tokens = 0;
  for (const [index, length] of lengths.entries()) {
    const last = batches.at(-1);
    if (last === undefined || tokens + length > maxTokens) {
      batches.push([index]);
      tokens = length;
    } else {
      last.push(index);
      tokens += length;
    }
  }
  return batches;
}
