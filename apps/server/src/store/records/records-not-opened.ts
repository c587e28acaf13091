import { StoreError } from "../errors.ts";
import type { RecordsFault } from "./records-fault.ts";

/** The file of the records is not a database, or cannot be opened or created. */
export class RecordsNotOpened extends StoreError {
  constructor(file: string, cause: RecordsFault) {
    super(
      `The records cannot be opened: ${file} (${cause.code}). Its folder must exist and be ` +
        "writable, and the file must be one that Heddle created.",
      { cause },
    );
  }
}
