import type { IncomingMessage } from "node:http";
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { HttpEnv } from "./env.ts";
import { remoteAddress } from "./remote-address.ts";

async function seen(
  socket: string | undefined,
  forwarded: string | undefined,
  trusted: readonly string[],
): Promise<string> {
  const address = remoteAddress(trusted);
  const app = new Hono<HttpEnv>().get("/", (c) => c.text(address(c) ?? "unknown"));
  const incoming = { socket: { remoteAddress: socket } } as IncomingMessage;
  const headers: Record<string, string> =
    forwarded === undefined ? {} : { "X-Forwarded-For": forwarded };
  return (await app.request("/", { headers }, { incoming })).text();
}

test.each([
  ["the socket's", "203.0.113.9", undefined, [], "203.0.113.9"],
  ["IPv4 on a dual-stack socket", "::ffff:203.0.113.9", undefined, [], "203.0.113.9"],
  ["a client's claim is ignored", "203.0.113.9", "10.0.0.1", [], "203.0.113.9"],
  ["a trusted proxy's claim", "10.0.0.1", "203.0.113.9", ["10.0.0.0/8"], "203.0.113.9"],
  ["two proxies", "10.0.0.1", "203.0.113.9, 10.0.0.2", ["10.0.0.0/8"], "203.0.113.9"],
  [
    "a client that forges one more",
    "10.0.0.1",
    "1.1.1.1, 203.0.113.9",
    ["10.0.0.1"],
    "203.0.113.9",
  ],
  ["an invalid claim of a proxy", "10.0.0.1", "<b>", ["10.0.0.1"], "10.0.0.1"],
  ["IPv6", "fd00::1", "2001:db8::7", ["fd00::/8"], "2001:db8::7"],
  ["no socket", undefined, "1.1.1.1", [], "unknown"],
])("%s", async (_, socket, forwarded, trusted, want) => {
  expect(await seen(socket, forwarded, trusted)).toBe(want);
});
