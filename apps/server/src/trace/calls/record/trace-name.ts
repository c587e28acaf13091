const opRef = /^weave:\/\/\/[^/]+\/[^/]+\/op\/([^:/]+):/;

/** The name of a call without a display name: the name of its op, from the ref. */
export function traceName(opName: string): string {
  return opRef.exec(opName)?.[1] ?? opName;
}

/** SQL for {@link traceName} of the column `op_name`. */
export const traceNameSql: string =
  "ifNull(nullIf(extract(toString(op_name), '^weave:///[^/]+/[^/]+/op/([^:/]+):'), ''), " +
  "toString(op_name))";
