const newline = 10;

/**
 * Bytes as they come → lines, without their `\n`. `mayGrow` hears how long a line has become before more
 * of it is kept, and throws where that is too much; lines are counted from 1. Cuts at no other character,
 * as readers of text do, since JSON may contain those.
 */
export async function* byteLines(
  bytes: AsyncIterable<Uint8Array>,
  mayGrow: (lineBytes: number, number: number) => void = () => {},
): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let number = 1;
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.byteLength;) {
      const found = chunk.indexOf(newline, from);
      const to = found < 0 ? chunk.byteLength : found;
      length += to - from;
      mayGrow(length, number);
      pieces.push(chunk.subarray(from, to));
      from = to + 1;
      if (found < 0) continue;
      yield Buffer.concat(pieces);
      [pieces, length] = [[], 0];
      number += 1;
    }
  }
  if (length > 0) yield Buffer.concat(pieces);
}
