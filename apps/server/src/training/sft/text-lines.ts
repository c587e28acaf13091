import { requestBounds } from "../../config/request-bounds.ts";
import { byteLines } from "../byte-lines.ts";
import { JobFailure } from "../jobs/job-work.ts";

type Utf8Decoder = InstanceType<typeof TextDecoder>;

/**
 * Bytes as they come → lines of UTF-8, without their ends (`\n` or `\r\n`). Counts before it keeps.
 *
 * @throws JobFailure for text that is too long, for a line that is, and for bytes that are no UTF-8
 */
export async function* textLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const most = requestBounds.trainingLineBytes.limit;
  const mayGrow = (lineBytes: number, number: number): void => {
    if (lineBytes > most) throw new JobFailure(`Line ${number} has more than ${most} bytes.`);
  };
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let number = 0;
  for await (const line of byteLines(bounded(bytes), mayGrow)) {
    number += 1;
    yield decoded(decoder, line, number);
  }
}

async function* bounded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const most = requestBounds.trainingDataBytes.limit;
  let seen = 0;
  for await (const chunk of bytes) {
    seen += chunk.byteLength;
    if (seen > most) {
      throw new JobFailure(`The training data has more than ${most} bytes. Send less in one job.`);
    }
    yield chunk;
  }
}

function decoded(decoder: Utf8Decoder, bytes: Uint8Array, number: number): string {
  try {
    return decoder.decode(bytes).replace(/\r$/, "");
  } catch (cause) {
    throw new JobFailure(`Line ${number} is no UTF-8.`, { cause });
  }
}
