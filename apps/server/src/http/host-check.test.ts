import type { ApiError } from "@heddle/server-kit";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import type { HttpEnv } from "./env.ts";
import { isLoopbackHeader } from "../config/loopback.ts";
import { hostCheck, type HostCheckOptions } from "./host-check.ts";

function app(options: HostCheckOptions): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>().use(hostCheck(options));
  app.all("*", (c) => c.text("in"));
  app.onError((e, c) => c.text(e.message, (e as ApiError).status as 403));
  return app;
}

async function status(
  options: HostCheckOptions,
  method: string,
  headers: Record<string, string>,
): Promise<number> {
  return (await app(options).request("/call/start", { method, headers })).status;
}

const off: HostCheckOptions = { loopbackOnly: true, corsOrigins: [] };
const on: HostCheckOptions = {
  loopbackOnly: false,
  publicUrl: "https://heddle.example",
  corsOrigins: ["https://app.example"],
};

describe("without keys", () => {
  test.each([
    ["a program", "POST", { Host: "127.0.0.1:4777" }, 200],
    ["a program by name", "POST", { Host: "localhost:4777" }, 200],
    ["IPv6", "POST", { Host: "[::1]:4777" }, 200],
    ["a rebound name", "GET", { Host: "evil.example:4777" }, 403],
    ["a name that looks local", "GET", { Host: "127.0.0.1.evil.example" }, 403],
    [
      "a page elsewhere posting",
      "POST",
      { Host: "localhost", Origin: "https://evil.example" },
      403,
    ],
    ["a page elsewhere reading", "GET", { Host: "localhost", Origin: "https://evil.example" }, 403],
    ["a sandboxed page", "POST", { Host: "localhost", Origin: "null" }, 403],
    ["our own page", "POST", { Host: "localhost:1", Origin: "http://localhost:1" }, 200],
    [
      "another port of this machine",
      "POST",
      { Host: "localhost:1", Origin: "http://localhost:2" },
      403,
    ],
  ])("%s", async (_, method, headers, want) => {
    expect(await status(off, method, headers)).toBe(want);
  });
});

describe("with keys", () => {
  test.each([
    ["any host", "POST", { Host: "heddle.internal" }, 200],
    ["a page elsewhere posting", "POST", { Host: "h", Origin: "https://evil.example" }, 403],
    ["a page elsewhere reading", "GET", { Host: "h", Origin: "https://evil.example" }, 200],
    ["a page of a named origin", "POST", { Host: "h", Origin: "https://app.example" }, 200],
    ["our page behind a proxy", "POST", { Host: "h", Origin: "https://heddle.example" }, 200],
  ])("%s", async (_, method, headers, want) => {
    expect(await status(on, method, headers)).toBe(want);
  });
});

test.each([
  ["127.0.0.1", true],
  ["127.8.9.1:80", true],
  ["LOCALHOST:4777", true],
  ["[::1]", true],
  ["localhost.example", false],
  ["10.0.0.1", false],
  ["", false],
])("isLoopbackHeader(%j)", (host, want) => {
  expect(isLoopbackHeader(host)).toBe(want);
});
