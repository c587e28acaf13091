/** The name that the user probably meant; undefined if none is similar enough. */
export function nearest(wrong: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  // If more than a third of the letters differ, it is another word.
  let bestDistance = Math.floor(wrong.length / 3) + 1;
  for (const name of names) {
    const distance = editDistance(wrong, name);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** How many insertions, deletions, replacements and swaps of neighbours turn one into the other. */
function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = at(previous, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      let cost = Math.min(at(current, column - 1) + 1, at(previous, column) + 1, replaced);
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (row > 1 && column > 1 && isSwap) {
        cost = Math.min(cost, at(beforePrevious, column - 2) + 1);
      }
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return at(previous, to.length);
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? Number.POSITIVE_INFINITY;
}
