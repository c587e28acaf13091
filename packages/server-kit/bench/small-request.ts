/**
 * What the kit costs a small request, as ratios to the same handler on bare Hono: in process, and
 * over HTTP on the loopback.
 *
 * `node packages/server-kit/bench/small-request.ts` prints a line each; `--json` prints one object.
 * Build first: `pnpm -F @heddle/types -F @heddle/server-kit build`.
 */
import { parseArgs } from "node:util";
import { Hono } from "hono";
import { listen } from "../src/testing/listen.ts";
import { reply, type ServiceApp, traceApp } from "../src/trace.ts";

const { values: flags } = parseArgs({ options: { json: { type: "boolean", default: false } } });

/** Above this, what people write by hand on Hono is enough cheaper that they would. */
const budget = 1.5;

const call = { project_id: "acme/support", id: "0198c5e2-6c1f-7d3a-9b4e-000000000000" };
const body = JSON.stringify(call);
const path = "/call/read";
const init: RequestInit = {
  method: "POST",
  body,
  headers: {
    authorization: "Bearer k",
    "content-type": "application/json",
    "content-length": String(body.length),
  },
};

const principal = { key: "k" };

function kitApp(): ServiceApp {
  return traceApp(
    { calls: { read: () => reply(200, { call: null }) } },
    {
      authenticate: (headers) => (headers.get("authorization") === "Bearer k" ? principal : null),
      authorise: () => undefined,
      context: () => ({}),
      partial: true,
    },
  );
}

/** The same by hand: it looks at the key, reads the body and looks at the two members it needs. */
function bareApp(): Hono {
  const app = new Hono();
  app.post(path, async (c) => {
    if (c.req.header("authorization") !== "Bearer k") return c.json({ reason: "no key" }, 401);
    const given = await c.req.json<Partial<typeof call>>();
    if (typeof given.project_id !== "string" || typeof given.id !== "string") {
      return c.json({ reason: "incomplete" }, 422);
    }
    return c.json({ call: null }, 200, { "X-Request-Id": crypto.randomUUID() });
  });
  return app;
}

type Ask = () => Promise<unknown>;

interface Comparison {
  readonly bareUs: number;
  readonly kitUs: number;
  readonly ratio: number;
}

/**
 * The best quarter of rounds that alternate: what is slower was slowed by something else, as by the
 * collector's threads waiting for a core.
 */
async function compare(bare: Ask, kit: Ask, requests: number): Promise<Comparison> {
  const times = { bare: [] as number[], kit: [] as number[] };
  for (let round = 0; round < 70; round++) {
    const bareUs = await timed(bare, requests);
    const kitUs = await timed(kit, requests);
    if (round < 10) continue;
    times.bare.push(bareUs);
    times.kit.push(kitUs);
  }
  const [bareUs, kitUs] = [lowerQuartile(times.bare), lowerQuartile(times.kit)];
  return { bareUs, kitUs, ratio: kitUs / bareUs };
}

async function timed(ask: Ask, requests: number): Promise<number> {
  const from = performance.now();
  for (let i = 0; i < requests; i++) await ask();
  return ((performance.now() - from) * 1000) / requests;
}

function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? NaN;
}

async function inProcess(): Promise<Comparison> {
  const ask = (app: Pick<Hono, "fetch" | "request">): Ask => {
    return async () => (await app.request(path, init)).text();
  };
  return compare(ask(bareApp()), ask(kitApp()), 500);
}

async function overHttp(): Promise<Comparison> {
  await using bare = await listen(bareApp());
  await using kit = await listen(kitApp());
  const ask = (url: string): Ask => {
    return async () => (await fetch(`${url}${path}`, init)).text();
  };
  return await compare(ask(bare.url), ask(kit.url), 100);
}

const results = { inProcess: await inProcess(), overHttp: await overHttp(), budget };
if (flags.json) {
  console.log(JSON.stringify(results));
} else {
  for (const where of ["inProcess", "overHttp"] as const) {
    const { bareUs, kitUs, ratio } = results[where];
    console.log(
      `small request ${where === "inProcess" ? "in process" : "over HTTP"}: bare Hono ` +
        `${bareUs.toFixed(0)} µs, kit ${kitUs.toFixed(0)} µs, ratio ${ratio.toFixed(2)} (budget ${budget})`,
    );
  }
}
