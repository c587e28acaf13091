import { requestBounds } from "../../../config/request-bounds.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import { Parameters } from "../../query/parameters.ts";
import { emptyTexts, isPayloadPath, type MemberKind, members } from "../record/feedback-members.ts";
import { mapEntry } from "./feedback-fields-sql.ts";
import { FeedbackPayload } from "./feedback-payload-sql.ts";
import { UnknownField } from "./unknown-field.ts";

/** One member of the rows of an answer. */
export interface AskedField {
  /** Its name in the answer. */
  readonly name: string;
  /** Its column in the rows that the store gives. */
  readonly column: string;
  readonly kind: MemberKind;
  /** The JSON of the value with which rows leave it out; undefined if they always have it. */
  readonly leftOutAs?: string | undefined;
}

/** The columns that a request needs. */
export interface AskedColumns {
  readonly fields: readonly AskedField[];
  /** For `SELECT`: each column after a comma. */
  readonly sql: string;
  /**
   * The same, but with `short_payload` in place of the payload: null for a payload that is long.
   * Undefined if the fields lead into payloads.
   */
  readonly shortSql: string | undefined;
  readonly parameters: Parameters;
}

/** The field that asks how many rows there are. */
export const countField = "count(*)";

const maxFields = requestBounds.feedbackFields.limit;
const maxCharacters = requestBounds.conditionCharacters.limit;
/** Bytes of payloads that are read with a row before anybody knows how many rows there are. */
const maxShortBytes = 16 * 1024;
const shortPayload = `, if(payload_bytes <= ${maxShortBytes}, payload, NULL) AS short_payload`;
const everything = [...members.keys()];

/**
 * The columns of the asked fields. Without a list: of all members, but for new and empty ones.
 *
 * @throws InvalidInput for too many or too long ones, UnknownField for an unknown one.
 */
export function askedColumns(names: readonly string[] | null | undefined): AskedColumns {
  const asked = [...new Set(names ?? everything)];
  const parameters = new Parameters();
  const fields: AskedField[] = [];
  let sql = "";
  let shortSql = "";
  for (const name of asked) {
    const kind = members.get(name);
    if (kind !== undefined) {
      const leftOutAs = names ? undefined : emptyTexts.get(name);
      fields.push({ name, column: name, kind, leftOutAs });
      if (kind === "project" || name === "id") continue;
      sql += `, ${name}`;
      shortSql += kind === "payload" ? shortPayload : `, ${name}`;
      continue;
    }
    const column = `f${fields.length}`;
    const field = otherField(name, parameters);
    fields.push({ name, column, kind: field.kind });
    sql += `, ${field.sql} AS ${column}`;
    if (sql.length <= maxCharacters) continue;
    throw new InvalidInput(
      `fields become more than ${maxCharacters} characters for the trace store, which is the ` +
        "limit. Ask for the whole payload.",
    );
  }
  const isPlain = fields.every(({ name }) => members.has(name));
  return { fields, sql, shortSql: isPlain ? shortSql : undefined, parameters };
}

/** @throws InvalidInput if the list is too long. */
export function checkFields(names: readonly string[] | null | undefined): void {
  const count = names?.length ?? 0;
  if (count > maxFields) {
    throw new InvalidInput(`fields has ${count} entries; the limit is ${maxFields}.`);
  }
  if (count <= 1 || names?.includes(countField) !== true) return;
  throw new InvalidInput(`${countField} stands alone in fields: leave the other entries out.`);
}

function otherField(
  name: string,
  parameters: Parameters,
): { readonly sql: string; readonly kind: MemberKind } {
  if (isPayloadPath(name))
    return { sql: new FeedbackPayload(name, parameters).text(), kind: "text" };
  const entry = mapEntry(name, parameters);
  if (entry) return { sql: entry.sql, kind: "nullable" };
  throw new UnknownField(name, "in answers");
}
