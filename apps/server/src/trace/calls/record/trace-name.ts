const opRef = /^weave:\/\/\/[^/]+\/[^/]+\/op\/([^:/]+):/;

/** The name that a call goes by without a display name: that of its op, out of the ref. */
export function traceName(opName: string): string {
  return opRef.exec(opName)?.[1] ?? opName;
}

/** {@link traceName} of the column `op_name`, in SQL. */
export const traceNameSql: string =
  "ifNull(nullIf(extract(toString(op_name), '^weave:///[^/]+/[^/]+/op/([^:/]+):'), ''), " +
  "toString(op_name))";
