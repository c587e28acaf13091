/** Keywords that only describe. */
export const describing: ReadonlySet<string> = new Set([
  "$comment",
  "title",
  "description",
  "default",
  "examples",
  "example",
  "deprecated",
  "readOnly",
  "writeOnly",
  // Validation §8: what a string holds is not asserted.
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
]);

/** Keywords that assert nothing, or serve those that do. */
export const annotations: ReadonlySet<string> = new Set([
  ...describing,
  "$schema",
  "$id",
  "id",
  "$anchor",
  "$dynamicAnchor",
  "$recursiveAnchor",
  "$vocabulary",
  "$defs",
  "definitions",
]);
