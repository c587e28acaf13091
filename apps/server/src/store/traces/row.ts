/**
 * The text of one JSON object on one line: whole, or in pieces of which some are UTF-8 already. Rows
 * that wait as bytes cost the garbage collector less, which would copy their texts.
 */
export type Row = string | readonly (string | Uint8Array)[];

/** Bytes of the row in UTF-8. */
function rowBytes(row: Row): number {
  if (typeof row === "string") return Buffer.byteLength(row);
  let bytes = 0;
  for (const piece of row) bytes += Buffer.byteLength(piece);
  return bytes;
}

/** The text of a row. */
export function rowText(row: Row): string {
  if (typeof row === "string") return row;
  return Buffer.concat(row.map((piece) => Buffer.from(piece))).toString();
}

const lineEnd = 10;

/**
 * The rows as UTF-8, each with a line end. They are not joined before: one character beyond Latin-1
 * would double the memory of all of them, and make them slow to encode.
 */
export function linesOf(rows: readonly Row[]): Buffer {
  let bytes = rows.length;
  for (const row of rows) bytes += rowBytes(row);
  const body = Buffer.allocUnsafe(bytes);
  let at = 0;
  for (const row of rows) {
    for (const piece of typeof row === "string" ? [row] : row) at += put(piece, body, at);
    at = body.writeUInt8(lineEnd, at);
  }
  return body;
}

function put(piece: string | Uint8Array, body: Buffer, at: number): number {
  if (typeof piece === "string") return body.write(piece, at);
  body.set(piece, at);
  return piece.length;
}
