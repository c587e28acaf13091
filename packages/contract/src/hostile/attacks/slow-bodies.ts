import { openConnections, type RawConnection } from "../raw-connection.ts";
import { requestHead } from "../request-text.ts";

/** The head of a request whose body comes later. */
export interface Sender {
  readonly path: string;
  readonly authorization: string;
  readonly contentType?: string;
  /** The promised length of the body. */
  readonly bytes: number;
}

/** Sends heads whose bodies come later. */
export async function promising(
  url: string,
  count: number,
  { path, authorization, contentType = "application/json", bytes }: Sender,
): Promise<RawConnection[]> {
  const headers = { authorization, "content-type": contentType, "content-length": bytes };
  const connections = await openConnections(url, count);
  const head = requestHead("POST", path, headers);
  await Promise.all(connections.map((connection) => connection.write(head)));
  return connections;
}

/** Sends each body except its last byte, or stops when an answer comes. */
export async function allButLast(
  connections: readonly RawConnection[],
  bytes: number,
): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024, 0x20);
  const send = async (connection: RawConnection): Promise<void> => {
    for (let left = bytes - 1; left > 0; left -= chunk.length) {
      if (connection.isClosed || connection.statuses.length > 0) return;
      await connection.write(chunk.subarray(0, Math.min(left, chunk.length)));
    }
  };
  await Promise.all(connections.map(send));
}

/** Writes `perSecond` bytes a second, until all are sent or the returned function is called. */
export function steadily(connection: RawConnection, body: Buffer, perSecond: number): () => void {
  let sent = 0;
  const timer = setInterval(() => {
    void connection.write(body.subarray(sent, sent + perSecond));
    sent += perSecond;
    if (sent >= body.length) clearInterval(timer);
  }, 1_000);
  return () => clearInterval(timer);
}
