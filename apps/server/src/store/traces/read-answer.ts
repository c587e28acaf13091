import type { ResultSet } from "@clickhouse/client";
import { requestBounds } from "../../config/request-bounds.ts";
import { QueryLimit } from "../errors.ts";
import type { LargestAnswer } from "./answer-size.ts";

/** The most bytes of an answer that is read as a whole. */
export const maxAnswerBytes: number = requestBounds.storeAnswerBytes.limit;

/** The request's budget had no room. `refusal` is the error for the client; the store is fine. */
export class Refused extends Error {
  readonly refusal: unknown;

  constructor(refusal: unknown) {
    super();
    this.refusal = refusal;
  }
}

/**
 * Reads all rows of an answer. Counts the bytes that arrive before it parses them.
 *
 * @throws QueryLimit, Refused
 */
export async function rowsOf<Row>(
  answer: ResultSet<"JSONEachRow">,
  held: LargestAnswer,
): Promise<Row[]> {
  const rows: Row[] = [];
  let bytes = 0;
  for await (const batch of answer.stream<Row>()) {
    for (const { text } of batch) bytes += text.length + 1;
    if (bytes > maxAnswerBytes) throw new QueryLimit("bytes");
    try {
      held.read(bytes);
    } catch (refusal) {
      throw new Refused(refusal);
    }
    for (const row of batch) rows.push(row.json());
  }
  return rows;
}
