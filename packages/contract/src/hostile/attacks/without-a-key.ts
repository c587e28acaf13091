import { openConnections, RawConnection } from "../raw-connection.ts";
import { requestHead } from "../request-text.ts";

/** A door that answers without a key, which is why it is the one to besiege. */
const door = "/graphql";
const json = { "content-type": "application/json" };

/** Requests whose length nobody knows, one byte of each. */
export async function chunkedBytes(
  url: string,
  count: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawConnection[]> {
  const head = requestHead("POST", door, {
    ...json,
    ...headers,
    "transfer-encoding": "chunked",
  });
  return begun(url, count, `${head}1\r\n{\r\n`);
}

/** Requests that promise bodies of so many bytes, and do not send them. */
export async function promisedBodies(
  url: string,
  count: number,
  bytes: number,
): Promise<RawConnection[]> {
  return begun(url, count, requestHead("POST", door, { ...json, "content-length": bytes }));
}

/** The same at another door, once. */
export async function promisedBody(
  url: string,
  path: string,
  bytes: number,
): Promise<RawConnection> {
  const connection = await RawConnection.open(url);
  const type = path.includes("/file/") ? "multipart/form-data; boundary=b" : "application/json";
  await connection.write(
    requestHead("POST", path, { "content-type": type, "content-length": bytes }),
  );
  return connection;
}

/** A body of so many bytes, without saying how many they will be. */
export async function chunkedBody(url: string, bytes: number): Promise<RawConnection> {
  const head = requestHead("POST", door, { ...json, "transfer-encoding": "chunked" });
  const connection = await RawConnection.open(url);
  await connection.write(head);
  const chunk = 16 * 1024;
  for (let sent = 0; sent < bytes && !connection.isClosed; sent += chunk) {
    const size = Math.min(chunk, bytes - sent);
    await connection.write(`${size.toString(16)}\r\n${" ".repeat(size)}\r\n`);
  }
  await connection.write("0\r\n\r\n");
  return connection;
}

/** Heads that break off before their end. */
export async function slowHeads(url: string, count: number): Promise<RawConnection[]> {
  const head = requestHead("POST", door, json);
  return begun(url, count, head.slice(0, -6));
}

/** Many requests at once over one connection, whose answers are not waited for. */
export async function pipelined(url: string, count: number): Promise<RawConnection> {
  const body = '{"query":"{viewer{username}}"}';
  const head = requestHead("POST", door, { ...json, "content-length": body.length });
  const connection = await RawConnection.open(url);
  await connection.write((head + body).repeat(count));
  return connection;
}

/** A head with so many bytes in one header. */
export async function hugeHeader(url: string, bytes: number): Promise<RawConnection> {
  const connection = await RawConnection.open(url);
  await connection.write(requestHead("GET", "/healthz", { "x-padding": "x".repeat(bytes) }));
  return connection;
}

/** Connections over which nothing comes. */
export function idle(url: string, count: number): Promise<RawConnection[]> {
  return openConnections(url, count);
}

/** Writes one byte a second over each, until it is closed. Returns how to stop. */
export function trickle(connections: readonly RawConnection[], byte = " "): () => void {
  const timer = setInterval(() => {
    for (const connection of connections) void connection.write(byte);
  }, 1_000);
  return () => clearInterval(timer);
}

async function begun(url: string, count: number, text: string): Promise<RawConnection[]> {
  const connections = await openConnections(url, count);
  await Promise.all(connections.map((connection) => connection.write(text)));
  return connections;
}
