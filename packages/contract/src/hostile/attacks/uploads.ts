import { RawConnection } from "../raw-connection.ts";
import { requestHead } from "../request-text.ts";

const boundary = "heddle-hostile-form";
const chunk: Buffer = Buffer.alloc(64 * 1024, 0x61);

/** A form that is sent until the server answers or the form ends. */
export interface Upload {
  readonly authorization: string;
  readonly project: string;
  readonly fileBytes: number;
  /** Whether the file comes before the part that names the project. */
  readonly isFileFirst: boolean;
  /** Stops after this many bytes of the file, and waits for the answer with the form half sent. */
  readonly stopAfter?: number;
}

/** The outcome of an upload. */
export interface Uploaded {
  readonly connection: RawConnection;
  /** Bytes of the file that had been written when the answer came. */
  readonly sent: number;
}

export async function upload(url: string, form: Upload): Promise<Uploaded> {
  const file =
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n` +
    "content-type: application/octet-stream\r\n\r\n";
  const project =
    `--${boundary}\r\ncontent-disposition: form-data; name="project_id"\r\n\r\n` +
    `${form.project}\r\n`;
  const [before, after] = form.isFileFirst ? ["", project] : [project, ""];
  const end = `\r\n${after}--${boundary}--\r\n`;
  const connection = await RawConnection.open(url);
  await connection.write(
    requestHead("POST", "/traces/file/create", {
      authorization: form.authorization,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": before.length + file.length + form.fileBytes + end.length,
    }) +
      before +
      file,
  );
  const most = Math.min(form.fileBytes, form.stopAfter ?? form.fileBytes);
  let sent = 0;
  while (sent < most && connection.statuses.length === 0 && !connection.isClosed) {
    const size = Math.min(chunk.length, most - sent);
    await connection.write(chunk.subarray(0, size));
    sent += size;
    // An answer that has come is seen only after a turn of the event loop.
    await new Promise((resume) => setImmediate(resume));
  }
  if (sent === form.fileBytes) await connection.write(end);
  return { connection, sent };
}
