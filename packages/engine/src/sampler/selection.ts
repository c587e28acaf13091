/*
 * Partial selection: the best tokens of a large vocabulary are needed as a set, not in order, so a full sort
 * (49,152 log 49,152 a token) would be wasted. Quickselect: Hoare, "Algorithm 65: find", CACM 1961.
 * The order is total (value descending, then id ascending), so equal values cannot make a result depend on
 * how the ids lay before.
 */

type Values = Float32Array | Float64Array;

function isBefore(values: Values, a: number, b: number): boolean {
  const x = values[a]!;
  const y = values[b]!;
  return x > y || (x === y && a < b);
}

/** Of the first, middle and last id of a range the one between the others: keeps sorted input from being the worst case. */
function medianPosition(ids: Int32Array, values: Values, first: number, last: number): number {
  const middle = (first + last) >>> 1;
  const a = ids[first]!;
  const b = ids[middle]!;
  const c = ids[last]!;
  if (isBefore(values, a, b)) {
    if (isBefore(values, b, c)) return middle;
    return isBefore(values, a, c) ? last : first;
  }
  if (isBefore(values, a, c)) return first;
  return isBefore(values, b, c) ? last : middle;
}

/** Splits ids[first..last] around a pivot and returns where the pivot came to lie. */
function split(ids: Int32Array, values: Values, first: number, last: number): number {
  const position = medianPosition(ids, values, first, last);
  const pivot = ids[position]!;
  ids[position] = ids[last]!;
  let store = first;
  for (let i = first; i < last; i++) {
    const id = ids[i]!;
    if (isBefore(values, id, pivot)) {
      ids[i] = ids[store]!;
      ids[store++] = id;
    }
  }
  ids[last] = ids[store]!;
  ids[store] = pivot;
  return store;
}

/** Rearranges ids[0..count) so that the `wanted` ids with the largest values come first, in no particular order. */
export function partitionTop(ids: Int32Array, count: number, values: Values, wanted: number): void {
  let first = 0;
  let last = count - 1;
  while (first < last && wanted > first && wanted <= last) {
    const pivot = split(ids, values, first, last);
    if (pivot === wanted || pivot === wanted - 1) return;
    if (pivot > wanted) last = pivot - 1;
    else first = pivot + 1;
  }
}

/**
 * Rearranges ids[0..count) so that the smallest set of likeliest ids whose weights add up to at least `mass` comes
 * first, in no particular order, and returns the size of the set: at least 1.
 */
export function partitionMass(
  ids: Int32Array,
  count: number,
  weights: Float64Array,
  mass: number,
): number {
  let first = 0;
  let last = count - 1;
  // Weight of ids[0..first): all of them belong to the set.
  let settled = 0;
  while (first <= last) {
    const pivot = split(ids, weights, first, last);
    let before = settled;
    for (let i = first; i < pivot; i++) before += weights[ids[i]!]!;
    if (before >= mass && pivot > first) {
      last = pivot - 1;
      continue;
    }
    const through = before + weights[ids[pivot]!]!;
    if (through >= mass || pivot === last) return pivot + 1;
    settled = through;
    first = pivot + 1;
  }
  return Math.max(1, first);
}
