import { Hono } from "hono";
import { expect, test } from "vitest";
import type { HttpEnv } from "./env.ts";
import { requestId } from "./request-id.ts";

const app = new Hono<HttpEnv>()
  .use(requestId(() => "made"))
  .get("/", (c) => c.text(c.get("requestId")));

test.each([
  ["a request without an id gets one", undefined, "made"],
  ["a client's own is kept", "01J-abc.def:7/8", "01J-abc.def:7/8"],
  ["an id that would break a log line is replaced", 'x" status="200', "made"],
  ["a very long id is replaced", "a".repeat(129), "made"],
  ["an empty id is replaced", "", "made"],
])("%s", async (_, sent, want) => {
  const response = await app.request("/", {
    headers: sent === undefined ? {} : { "X-Request-Id": sent },
  });
  expect(await response.text()).toBe(want);
  expect(response.headers.get("X-Request-Id")).toBe(want);
});

test("the answer to an error has the id, too", async () => {
  const failing = new Hono<HttpEnv>().use(requestId(() => "made")).get("/", () => {
    throw new Error("inside");
  });
  failing.onError((_, c) => c.text("sorry", 500));
  const response = await failing.request("/");
  expect(response.headers.get("X-Request-Id")).toBe("made");
});
