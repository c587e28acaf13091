import { StoreError } from "../errors.ts";

/** SQLite refused a statement of the server: a bug in the server. */
export class RecordsFault extends StoreError {
  /** SQLite's code, such as `SQLITE_CONSTRAINT_UNIQUE`. */
  readonly code: string;

  /** `detail` names tables and columns, but no values: SQLite's messages do not quote them. */
  constructor(code: string, detail: string) {
    super(`The records refused a statement (${code}): ${detail}`);
    this.code = code;
  }
}
