/**
 * The steps of a dotted path into a payload: `inputs.a\.b.0` has the steps `inputs`, `a.b` and `0`.
 */
export function stepsOf(path: string): string[] {
  return path.split(/(?<!\\)\./).map((step) => step.replaceAll("\\.", "."));
}
