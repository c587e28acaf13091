/** Files that may hold SQL: the stores, and those that say so by their name. */
const mayHoldSql = /^store\/|-sql\.ts$/;

const comments = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm;
/** Statements as text, and as the query builder writes them. */
const statement =
  /\b(?:SELECT|INSERT INTO|DELETE FROM|ALTER TABLE)\b|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|from "kysely"/;

/** Whether a file holds SQL and does not say so. */
export function hidesSql(file: string, text: string): boolean {
  return !mayHoldSql.test(file) && statement.test(text.replaceAll(comments, ""));
}
