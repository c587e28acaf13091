import type { ApiError } from "@heddle/server-kit";
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { HttpEnv } from "./env.ts";
import { limits, type RequestLimits } from "./limits.ts";
import { UnderWay } from "./under-way.ts";

const bounds: RequestLimits = {
  maxRequests: 2,
  maxBodyBytesUnderWay: 100,
  maxBodyBytes: 60,
  maxFormBytes: 10,
  timeLimitMs: 60_000,
};

const form = "multipart/form-data; boundary=b";

function app(underWay: UnderWay, options: Partial<RequestLimits> = {}): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.use(limits({ ...bounds, ...options }, underWay, (path) => path === "/healthz"));
  app.onError((e, c) => {
    const { status, headers, reason } = e as ApiError;
    return c.json({ reason }, status as 503, headers);
  });
  return app;
}

test("one request too many is told when to come back, and let in once there is room", async () => {
  const underWay = new UnderWay();
  const release = Promise.withResolvers<void>();
  const full = app(underWay);
  full.get("/slow", async (c) => {
    await release.promise;
    return c.text("done");
  });
  full.get("/healthz", (c) => c.text("ok"));
  const slow = Promise.all([full.request("/slow"), full.request("/slow")]);
  const refused = await full.request("/slow");
  expect(refused.status).toBe(503);
  expect(refused.headers.get("Retry-After")).toBe("1");
  expect((await full.request("/healthz")).status).toBe(200);
  release.resolve();
  expect((await slow).map((response) => response.status)).toEqual([200, 200]);
  expect((await full.request("/slow")).status).toBe(200);
  await underWay.idle();
});

test.each([
  ["bodies that fit together", { "Content-Length": "50" }, 200],
  ["a body too much", { "Content-Length": "51" }, 503],
  ["one long body counts as the longest allowed in memory", { "Content-Length": "999999" }, 503],
  ["a body of unknown length counts as the longest", {}, 503],
  ["a form counts as what it holds, however long its files are", { "Content-Type": form }, 200],
  ["a long form, too", { "Content-Type": form, "Content-Length": "999999" }, 200],
])("%s", async (_, headers, want) => {
  const underWay = new UnderWay();
  const leave = underWay.enter(new AbortController(), 50);
  const busy = app(underWay);
  busy.post("/", (c) => c.text("in"));
  expect((await busy.request("/", { method: "POST", headers })).status).toBe(want);
  leave();
  expect(underWay.bytes).toBe(0);
});

test("a request that takes too long is answered 504, and its work is told to stop", async () => {
  const late = app(new UnderWay(), { timeLimitMs: 5 });
  let signal: AbortSignal | undefined;
  late.get("/", (c) => {
    signal = c.req.raw.signal;
    return new Promise<Response>(() => {});
  });
  const response = await late.request("/");
  expect(response.status).toBe(504);
  expect(signal?.aborted).toBe(true);
});

test("the client's leaving stops the work", async () => {
  const leaving = new AbortController();
  const left = app(new UnderWay());
  left.get("/", async (c) => {
    const { signal } = c.req.raw;
    leaving.abort();
    return c.text(String(signal.aborted));
  });
  const response = await left.request(new Request("http://h/", { signal: leaving.signal }));
  expect(await response.text()).toBe("true");
});

test("what is under way can be stopped from outside", async () => {
  const underWay = new UnderWay();
  const stopped = app(underWay);
  stopped.get("/", async (c) => {
    const { signal } = c.req.raw;
    underWay.abort(new Error("going down"));
    return c.text((signal.reason as Error).message);
  });
  expect(await (await stopped.request("/")).text()).toBe("going down");
});
