import type { ResultSet } from "@clickhouse/client";
import { QueryLimit } from "../errors.ts";
import type { LargestAnswer } from "./answer-size.ts";

/** Most bytes of an answer that is held whole. */
export const maxAnswerBytes: number = 64 * 1024 * 1024;

/** The request's account had no room. What it says is the client's answer, no fault of the store. */
export class Refused extends Error {
  readonly refusal: unknown;

  constructor(refusal: unknown) {
    super();
    this.refusal = refusal;
  }
}

/**
 * All rows of an answer. What arrives is counted before it is parsed.
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
