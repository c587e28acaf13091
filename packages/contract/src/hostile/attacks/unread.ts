import { openConnections, type RawConnection } from "../raw-connection.ts";
import { jsonRequest } from "../request-text.ts";

/** Asks the same question over many connections, and reads no answer beyond its head. */
export async function unread(
  url: string,
  count: number,
  question: { path: string; body: object; headers: Readonly<Record<string, string>> },
): Promise<RawConnection[]> {
  const text = jsonRequest(question.path, JSON.stringify(question.body), question.headers);
  const connections = await openConnections(url, count);
  for (const connection of connections) connection.stopReading();
  await Promise.all(connections.map((connection) => connection.write(text)));
  return connections;
}
