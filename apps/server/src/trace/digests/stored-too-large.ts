import { OverLimit } from "../../refusals/refusal.ts";

/** One value is larger than a stored value may be. */
export class StoredTooLarge extends OverLimit {
  constructor(value: string, maxBytes: number) {
    super(
      `${value} is larger than ${maxBytes} bytes as stored. Put large parts into files or rows.`,
    );
  }
}
