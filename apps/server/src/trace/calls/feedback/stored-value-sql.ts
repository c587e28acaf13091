import { internalPrefix, externalPrefix } from "../../digests/rewrite-refs.ts";
import { readableSql } from "../../feedback/read/feedback-payload-sql.ts";
import { type DynamicField, shortTextBytes } from "../../query/dynamic-field.ts";
import { JsonValue } from "../../query/json-value-sql.ts";
import type { Parameters } from "../../query/parameters.ts";
import type { FeedbackPath } from "./feedback-path.ts";

/** A value of one row of feedback as SQL: its text with refs in external form. */
export interface RowValueSql {
  /** The text as it is stored. */
  readonly stored: string;
  readonly exists: string;
  /** SQL for its size, from SQL for its text. */
  size(text: string): string;
}

/** SQL over the columns of feedback for a value. */
export function rowValueSql({ member, steps }: FeedbackPath, parameters: Parameters): RowValueSql {
  if (member !== "payload") {
    return {
      stored: `CAST(${member}, 'String')`,
      exists: `(${member} != '')`,
      size: (text) => `if(${member} = '', NULL, lengthUTF8(${text}))`,
    };
  }
  const value = new JsonValue(readableSql, steps, parameters);
  const isText = value.at((place) => `(JSONType(${place}) = 'String')`);
  const entries = value.at(
    (place) =>
      `if(JSONType(${place}) IN ('Array', 'Object'), toNullable(JSONLength(${place})), NULL)`,
  );
  return {
    stored: value.text,
    exists: value.exists,
    size: (text) => `if(${isText}, toNullable(lengthUTF8(${text})), ${entries})`,
  };
}

const idAtStart = `extract(stored, '^${internalPrefix}([^/]*)')`;

/**
 * SQL for a stored text with refs in the form of clients: the text is a ref, or JSON with refs among
 * its strings. An internal id is the name of its project in base64.
 */
export function externalSql(column: string): string {
  const single =
    `concat('${externalPrefix}', tryBase64URLDecode(${idAtStart}), ` +
    `substring(stored, ${internalPrefix.length} + 1 + length(${idAtStart})))`;
  const ids = `arrayDistinct(extractAll(stored, '"${internalPrefix}([^/"]*)/'))`;
  const all =
    `arrayFold((text, id) -> replaceAll(text, concat('"${internalPrefix}', id, '/'), ` +
    `concat('"${externalPrefix}', tryBase64URLDecode(id), '/')), ${ids}, stored)`;
  const sql =
    `multiIf(position(stored, '${internalPrefix}') = 0, stored, ` +
    `startsWith(stored, '${internalPrefix}'), ${single}, ${all})`;
  return sql.replaceAll("stored", column);
}

/** SQL for the text in a column that is empty if it is longer; see `DynamicField.shortText`. */
export function shortOf(column: string): string {
  return `if(length(${column}) <= ${shortTextBytes}, ${column}, '')`;
}

/** The value of a call without feedback. */
export const noValue: DynamicField = {
  type: "dynamic",
  text: () => "''",
  shortText: () => "''",
  exists: () => "false",
  size: () => "CAST(NULL, 'Nullable(UInt64)')",
};
