import { openConnections, type RawConnection } from "../raw-connection.ts";
import { jsonRequest } from "../request-text.ts";

/** Sends the same request over many connections, and reads only the head of each answer. */
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
