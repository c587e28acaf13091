/**
 * The steps of a dotted path into a payload: `inputs.a\.b.0` has the steps `inputs`, `a.b` and `0`.
 */
export function stepsOf(path: string): string[] {
  return path.split(/(?<!\\)\./).map((step) => step.replaceAll("\\.", "."));
}

/**
 * Whether a step is the place of an item, counted from 0; in an object it is a name. It has the one
 * spelling of a JSON pointer (RFC 6901), so `00` is only a name.
 */
export function isIndex(step: string): boolean {
  return /^(?:0|[1-9]\d{0,8})$/.test(step);
}
