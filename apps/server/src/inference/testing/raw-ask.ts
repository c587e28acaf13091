import { type IncomingMessage, request as httpRequest } from "node:http";
import type { Members } from "./asking.ts";
import type { ChatServer } from "./chat-server.ts";

/** A request whose connection the test holds in its hands. */
export interface RawAnswer {
  /** The head of the answer, once it is there. Its body is not read by itself. */
  readonly response: Promise<IncomingMessage>;
  /** Closes the connection, as a client does that leaves. */
  readonly leave: () => void;
}

/** Sends a chat request for a long answer, unless the members say otherwise, on a connection of its own. */
export function rawAsk(
  server: Pick<ChatServer, "url" | "keys">,
  members: Members,
  headers: Readonly<Record<string, string>> = {},
): RawAnswer {
  const body = JSON.stringify({
    model: "heddle/loom",
    messages: [{ role: "user", content: "hello" }],
    ignore_eos: true,
    ...members,
  });
  const request = httpRequest(`${server.url}/inference/v1/chat/completions`, {
    method: "POST",
    agent: false,
    headers: {
      authorization: `Bearer ${server.keys.acme}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      ...headers,
    },
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    request.once("response", resolve);
    request.once("error", reject);
  });
  // A test that leaves first does not wait for it.
  response.catch(() => undefined);
  request.end(body);
  return { response, leave: () => request.destroy() };
}

/** Resolves as soon as a condition holds, with the milliseconds that it took; fails after two minutes. */
export async function when(holds: () => boolean): Promise<number> {
  const startMs = performance.now();
  while (!holds()) {
    if (performance.now() - startMs > 120_000)
      throw new Error(`${holds.toString()} did not come to hold`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return performance.now() - startMs;
}
