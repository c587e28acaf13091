import { StoreError } from "../errors.ts";

/** The records refused a statement that we wrote: a fault of ours. */
export class RecordsFault extends StoreError {
  /** The engine's own code, such as `SQLITE_CONSTRAINT_UNIQUE`. */
  readonly code: string;

  /** `detail` names tables and columns, never values: SQLite's messages quote none. */
  constructor(code: string, detail: string) {
    super(`The records refused a statement (${code}): ${detail}`);
    this.code = code;
  }
}
