import { openConnections, RawConnection } from "../raw-connection.ts";
import { requestHead } from "../request-text.ts";

/** A path that answers without a key: so attackers who have none use it. */
const door = "/graphql";
const json = { "content-type": "application/json" };

/** Requests of unknown length; one byte of each is sent. */
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

/** Requests that promise bodies of `bytes` bytes, but do not send them. */
export async function promisedBodies(
  url: string,
  count: number,
  bytes: number,
): Promise<RawConnection[]> {
  return begun(url, count, requestHead("POST", door, { ...json, "content-length": bytes }));
}

/** The same once, at another path. */
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

/** A chunked body of `bytes` bytes, without a Content-Length. */
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

/** Many requests at once over one connection, without waiting for their answers. */
export async function pipelined(url: string, count: number): Promise<RawConnection> {
  const body = '{"query":"{viewer{username}}"}';
  const head = requestHead("POST", door, { ...json, "content-length": body.length });
  const connection = await RawConnection.open(url);
  await connection.write((head + body).repeat(count));
  return connection;
}

/** A head with `bytes` bytes in one header. */
export async function hugeHeader(url: string, bytes: number): Promise<RawConnection> {
  const connection = await RawConnection.open(url);
  await connection.write(requestHead("GET", "/healthz", { "x-padding": "x".repeat(bytes) }));
  return connection;
}

/** Connections that send nothing. */
export function idle(url: string, count: number): Promise<RawConnection[]> {
  return openConnections(url, count);
}

/**
 * Writes one byte a second over each connection until it is closed. Returns a function that stops
 * it.
 */
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
