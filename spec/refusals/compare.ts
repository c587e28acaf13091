import { factsOf, type RefusingOperation } from "./facts.ts";
import { table, type Refusal } from "./table.ts";

/** A response as an operation has it: a reference, or one of its own. */
export interface WrittenResponse {
  readonly $ref?: string;
}

/** A response that is missing, or that follows from nothing. */
export interface Difference {
  readonly status: string;
  /** The reference that is to stand there; absent where nothing is. */
  readonly reference?: string;
  readonly message: string;
}

/**
 * Holds the refusals that an operation documents to the table.
 *
 * A response of the operation's own, or one that the table names as another choice, stands for the
 * one that follows. `responses` is as it is written, references and all.
 */
export function differences(
  operation: RefusingOperation,
  responses: Readonly<Record<string, WrittenResponse>>,
  file: string,
): readonly Difference[] {
  const facts = factsOf(operation, file);
  const refusals = table.find((one) => one.of(facts));
  if (refusals === undefined) {
    return [{ status: "default", message: `No row of spec/refusals/table.ts is about ${file}.` }];
  }
  const statuses = [...new Set(refusals.rows.map(({ status }) => status))];
  return statuses.flatMap((status): readonly Difference[] => {
    const rows = refusals.rows.filter((row) => row.status === status);
    const following = rows.filter((row) => row.follows(facts));
    return compared(String(status), responses[status], {
      following,
      rows,
      referenceTo: (name) => `${refusals.file}#/${name}`,
    });
  });
}

interface Rows {
  /** Of this status. */
  readonly rows: readonly Refusal[];
  /** Those that follow from the operation. */
  readonly following: readonly Refusal[];
  readonly referenceTo: (response: string) => string;
}

function compared(
  status: string,
  written: WrittenResponse | undefined,
  { rows, following, referenceTo }: Rows,
): readonly Difference[] {
  const [first, second] = following;
  const reference = written?.$ref;
  if (first === undefined) {
    const isShared = rows.some(({ response }) => reference === referenceTo(response));
    const message = `Nothing that this operation says leads to ${status}.`;
    return isShared ? [{ status, message }] : [];
  }
  // Several responses share this status: only a person can describe them in one.
  if (second !== undefined && (written === undefined || reference !== undefined)) {
    const names = following.map(({ response }) => response).join(" and ");
    return [{ status, message: `${status} is ${names} here: write one response for both.` }];
  }
  const isOwn = written !== undefined && reference === undefined;
  const known = [first.response, ...Object.keys(first.or ?? {})].map(referenceTo);
  if (isOwn || (reference !== undefined && known.includes(reference))) return [];
  const wanted = referenceTo(first.response);
  return [{ status, reference: wanted, message: `${status} follows, as ${wanted}.` }];
}
