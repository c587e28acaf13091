import type { Expandable } from "./expandable.ts";
import { GroupFull, type RefValues } from "./ref-values.ts";

const firstGroup = 500;
const largestGroup = 1_000;

/** Reads the values of any number of refs, so many at once as there is room for. */
export async function* inGroups(
  refs: readonly string[],
  values: RefValues,
): AsyncGenerator<readonly [ref: string, value: Expandable], void> {
  let size = firstGroup;
  for (let at = 0; at < refs.length;) {
    const group = refs.slice(at, at + size);
    const isLoaded = await load(group, values);
    if (!isLoaded) {
      size = Math.ceil(group.length / 2);
      continue;
    }
    for (const ref of group) {
      const value = values.get(ref);
      if (value) yield [ref, value];
    }
    at += group.length;
    size = Math.min(size * 2, largestGroup);
  }
}

async function load(group: readonly string[], values: RefValues): Promise<boolean> {
  values.beginGroup();
  const [first = ""] = group;
  if (group.length === 1) {
    if (!values.get(first)) await values.loadAlone(first);
    return true;
  }
  try {
    await values.load(new Set(group));
    return true;
  } catch (error) {
    if (error instanceof GroupFull) return false;
    throw error;
  }
}
