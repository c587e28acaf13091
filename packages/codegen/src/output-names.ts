/** The outputs that can be generated, by the names that `--only` takes. */
export const outputNames = [
  "document",
  "types",
  "schemas",
  "operations",
  "routes",
  "handlers",
  "client",
  "reference",
] as const;

/** One of the outputs. */
export type OutputName = (typeof outputNames)[number];
