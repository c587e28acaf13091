import { StoreError } from "../errors.ts";

/** A content is larger than may be stored. */
export class BlobTooLarge extends StoreError {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes, the most that this server takes.`);
    this.maxBytes = maxBytes;
  }
}
