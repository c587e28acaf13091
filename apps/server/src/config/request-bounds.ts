/** What one request may ask for. */
interface Bound {
  readonly limit: number;
  /** What is counted, for `docs/configuration.md`. */
  readonly says: string;
}

type BoundName =
  | "listEntries"
  | "queryOperands"
  | "queryDepth"
  | "sortTerms"
  | "listedCalls"
  | "deletedCalls"
  | "payloadBytes"
  | "tableMoves"
  | "refCharacters"
  | "refCrossings"
  | "objectIdCharacters"
  | "builtinParts";

/**
 * The bounds of a request that no setting changes: the one table of them, for the code and for
 * `docs/configuration.md`. An answer that refuses a request names the bound.
 */
export const requestBounds: Readonly<Record<BoundName, Bound>> = {
  listEntries: {
    limit: 1_000,
    says: "Entries of one list of ids, names, digests or refs; operands of one operator of a query.",
  },
  queryOperands: { limit: 4_000, says: "Operands of a query in all." },
  queryDepth: { limit: 50, says: "Levels of operands within operands of a query." },
  sortTerms: { limit: 20, says: "Terms of `sort_by`." },
  listedCalls: { limit: 10_000, says: "Calls in one answer that is no stream." },
  deletedCalls: { limit: 100_000, says: "Calls that one deletion looks through for descendants." },
  payloadBytes: {
    limit: 3_670_016,
    says: "Bytes of inputs, output, attributes and summary of a call.",
  },
  tableMoves: { limit: 10_000, says: "Pops and inserts in one update of a table." },
  refCharacters: { limit: 64 * 1024, says: "Characters of a ref." },
  refCrossings: { limit: 100, says: "Refs that one ref leads through." },
  objectIdCharacters: { limit: 128, says: "Characters of an object's name." },
  builtinParts: { limit: 100_000, says: "Values within an object of a built-in class." },
};

/** What is wrong with a list that is longer than a request may have; undefined where nothing is. */
export function tooManyEntries(member: string, count: number): string | undefined {
  const { limit } = requestBounds.listEntries;
  if (count <= limit) return undefined;
  return `${member} has ${count} entries; the limit is ${limit}. Split the list.`;
}
