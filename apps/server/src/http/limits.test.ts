import type { ApiError } from "@heddle/server-kit";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { currentRequest } from "../budgets/current-request.ts";
import { Shares } from "../budgets/shares.ts";
import type { HttpEnv } from "./env.ts";
import { toApiError } from "./errors.ts";
import { limits, type RequestLimits } from "./limits.ts";
import { bounds } from "./testing/bounds.ts";
import { UnderWay } from "./under-way.ts";

function app(options: Partial<RequestLimits> = {}, underWay = new UnderWay()): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.use(limits(bounds(options), underWay));
  app.onError((error, c) => {
    const { status, headers, reason }: ApiError = toApiError(error);
    return c.json({ reason }, status as 503, { ...headers });
  });
  return app;
}

const from = (key: string): RequestInit => ({ headers: { Authorization: `Bearer ${key}` } });
const reasonOf = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { reason: unknown }).reason;

/** A server whose requests last until they are released. */
function holding(options: Partial<RequestLimits> = {}) {
  const underWay = new UnderWay();
  const held = app(options, underWay);
  const release = Promise.withResolvers<void>();
  held.all("/held", async (c) => {
    await release.promise;
    return c.text("done");
  });
  held.get("/healthz", (c) => c.text("ok"));
  return { held, release: release.resolve, underWay };
}

test("a key that uses its share of the places is refused, other keys are not", async () => {
  const places = { keyed: new Shares(4), keyless: new Shares(1) };
  const { held, release, underWay } = holding({ places });
  const greedy = [1, 2, 3].map(() => held.request("/held", from("alice")));
  const refused = await held.request("/held", from("alice"));
  expect(refused.status).toBe(429);
  expect(refused.headers.get("Retry-After")).toBe("1");
  expect(await reasonOf(refused)).toBe(
    "Requests of this key have their share of the 4 requests that the server works on at once. " +
      "Send the request again in 1 s.",
  );
  const other = held.request("/held", from("bob"));
  const full = await held.request("/held", from("carol"));
  expect(full.status).toBe(503);
  expect(await reasonOf(full)).toMatch(
    /^The 4 requests that the server works on at once are there/,
  );
  expect((await held.request("/healthz")).status).toBe(200);
  release();
  const all = await Promise.all([...greedy, other]);
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await underWay.idle();
  expect((await held.request("/held", from("alice"))).status).toBe(200);
});

test("requests without a valid key have separate places", async () => {
  const { held, release } = holding({ places: { keyed: new Shares(1), keyless: new Shares(4) } });
  const many = ["", "wrong", ""].map((key) => held.request("/held", from(key)));
  const refused = await held.request("/held", from("wrong"));
  expect(refused.status).toBe(429);
  expect(await reasonOf(refused)).toMatch(/^Requests of an address without a valid key have their/);
  const elsewhere = held.request("/held", { headers: { "X-From": "10.0.0.9" } });
  const full = await held.request("/held", { headers: { "X-From": "10.0.0.8" } });
  expect(full.status).toBe(503);
  expect(await reasonOf(full)).toMatch(/ 4 requests without a valid key .*, or with a key\.$/);
  const keyed = held.request("/held", from("alice"));
  release();
  expect((await Promise.all([...many, elsewhere, keyed])).map(({ status }) => status)).toEqual([
    200, 200, 200, 200, 200,
  ]);
});

test("a request whose client has left keeps its place until its work is done", async () => {
  const places = { keyed: new Shares(1), keyless: new Shares(1) };
  const { held, release, underWay } = holding({ places, timeLimitMs: 5 });
  expect((await held.request("/held", from("alice"))).status).toBe(504);
  expect((await held.request("/held", from("alice"))).status).toBe(429);
  release();
  await underWay.idle();
  expect(places.keyed.used).toBe(0);
});

test("the memory that a request holds counts for its key until the request ends", async () => {
  const memory = {
    bodies: new Shares(100),
    trajectories: new Shares(100),
    answers: new Shares(100),
  };
  const counting = app({ memory });
  counting.post("/", (c) => {
    c.get("account").holdBody(40);
    currentRequest()?.hold(60);
    return c.text(`${memory.bodies.used} ${memory.answers.used} ${currentRequest()?.entity}`);
  });
  const answer = await counting.request("/", { method: "POST", ...from("alice") });
  expect(await answer.text()).toBe("40 60 alice");
  expect([memory.bodies.used, memory.answers.used]).toEqual([0, 0]);
});

test("a body without a valid key may have 64 KiB", async () => {
  const reading = app();
  reading.post("/:bytes", (c) => {
    c.get("account").holdBody(Number(c.req.param("bytes")));
    return c.text("read");
  });
  const post = (bytes: number, key: string) =>
    reading.request(`/${bytes}`, { method: "POST", ...from(key) });
  expect((await post(65_536, "")).status).toBe(200);
  const refused = await post(65_537, "");
  expect(refused.status).toBe(413);
  expect(await reasonOf(refused)).toMatch(/without a valid key may have a body of 65536 bytes/);
  expect((await post(65_537, "alice")).status).toBe(200);
});

test("a request that takes too long is answered 504, and its work is stopped", async () => {
  const late = app({ timeLimitMs: 5 });
  let signal: AbortSignal | undefined;
  late.get("/", (c) => {
    signal = c.req.raw.signal;
    return new Promise<Response>(() => {});
  });
  const response = await late.request("/", from("alice"));
  expect(response.status).toBe(504);
  expect(signal?.aborted).toBe(true);
});

test("the work stops when the client leaves", async () => {
  const leaving = new AbortController();
  const left = app();
  left.get("/", async (c) => {
    const { signal } = c.req.raw;
    leaving.abort();
    return c.text(String(signal.aborted));
  });
  const response = await left.request(new Request("http://h/", { signal: leaving.signal }));
  expect(await response.text()).toBe("true");
});

test("the server can stop all requests", async () => {
  const underWay = new UnderWay();
  const stopped = app({}, underWay);
  stopped.get("/", async (c) => {
    const { signal } = c.req.raw;
    underWay.abort(new Error("going down"));
    return c.text((signal.reason as Error).message);
  });
  expect(await (await stopped.request("/")).text()).toBe("going down");
});
