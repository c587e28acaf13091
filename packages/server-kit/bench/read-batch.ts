/**
 * What the kit makes of a batch of 1,000 calls, as ratios to `JSON.parse` of the same text, and of a
 * small request, as a ratio to the same handler on bare Hono.
 *
 * Run it with `node packages/server-kit/bench/read-batch.ts`, after `pnpm -F @heddle/types build`.
 */
import { Hono } from "hono";
import { parseJsonBody } from "../src/read/json-body.ts";
import { compileMarks } from "../src/read/marks.ts";
import { walkJson } from "../src/read/raw-walk.ts";
import { reply, traceApp, traceOperations } from "../src/trace.ts";
import { LazySchema } from "../src/validate/schema.ts";

const rounds = 60;

const spec = traceOperations.find(({ id }) => id === "calls.upsertBatch");
const content = spec?.body?.content["application/json"];
if (!content?.schema) throw new Error("calls.upsertBatch takes no JSON");

/** Starts and ends as the Node SDK sends them; `answer` sets the size. */
function batchText(calls: number, answer: string): string {
  const batch = Array.from({ length: calls }, (_, i) => {
    const id = `0198c5e2-6c1f-7d3a-9b4e-${String(i).padStart(12, "0")}`;
    const project_id = "acme/support";
    const start = {
      project_id,
      id,
      op_name: "weave:///acme/support/op/answer:T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU",
      trace_id: id,
      parent_id: null,
      started_at: "2026-03-14T09:26:53.589793Z",
      attributes: { weave: { source: "js-sdk", client_version: "0.11.1" } },
      inputs: {
        messages: [
          { role: "system", content: 'You are "helpful".\nAnswer briefly.' },
          { role: "user", content: "How do I change my address? ".repeat(4) },
        ],
        temperature: 0.7,
        stop: ["a", "b", "c"],
      },
    };
    const end = {
      project_id,
      id,
      ended_at: "2026-03-14T09:26:54.589793Z",
      output: { choices: [{ index: 0, message: { role: "assistant", content: answer } }] },
      summary: { usage: { "gpt-4o": { prompt_tokens: 10, completion_tokens: 20, requests: 1 } } },
    };
    return [
      { mode: "start", req: { start } },
      { mode: "end", req: { end } },
    ];
  }).flat();
  return JSON.stringify({ batch });
}

/** Medians of interleaved rounds, so that a busy machine slows all of them alike. */
function medians<Name extends string>(tasks: Record<Name, () => unknown>): Record<Name, number> {
  const names = Object.keys(tasks) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >;
  for (let round = 0; round < rounds + 10; round++) {
    for (const name of names) {
      const from = performance.now();
      tasks[name]();
      if (round >= 10) times[name].push(performance.now() - from);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as Record<
    Name,
    number
  >;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function batchRatios(label: string, text: string): void {
  const bytes = new TextEncoder().encode(text);
  const mark = compileMarks(content?.raw ?? []);
  const schema = new LazySchema(content?.schema as NonNullable<typeof content>["schema"] & object);
  const parsed: unknown = JSON.parse(text);
  const { parse, walk, validate, decode, whole } = medians({
    parse: () => JSON.parse(text) as unknown,
    decode: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    walk: () => walkJson(text, mark, 200),
    validate: () => schema.check(parsed),
    whole: () => schema.check(parseJsonBody(bytes, mark, 200)),
  });
  const ratio = (time: number): string => (time / parse).toFixed(2);
  console.log(
    `${label}, ${(bytes.length / 1e6).toFixed(2)} MB: JSON.parse ${parse.toFixed(2)} ms = 1; ` +
      `decode ${ratio(decode)}, walk ${ratio(walk)}, validate ${ratio(validate)}; ` +
      `read + validate + cut ${ratio(whole)} (budget 3)`,
  );
}

async function smallRequest(): Promise<void> {
  const body = JSON.stringify({ project_id: "acme/support", id: "0198c5e2" });
  const init = {
    method: "POST",
    body,
    headers: {
      authorization: "Bearer k",
      "content-type": "application/json",
      "content-length": String(body.length),
    },
  };
  const principal = { key: "k" };
  const kit = traceApp(
    { calls: { read: () => reply(200, { call: null }) } },
    {
      authenticate: () => principal,
      authorise: () => undefined,
      context: () => ({}),
      partial: true,
    },
  );
  const bare = new Hono();
  bare.post("/call/read", async (c) => {
    await c.req.json();
    return c.json({ call: null });
  });
  const times = { bare: [] as number[], kit: [] as number[] };
  for (let round = 0; round < 40; round++) {
    for (const [name, app] of [
      ["bare", bare],
      ["kit", kit],
    ] as const) {
      const from = performance.now();
      for (let i = 0; i < 500; i++) await (await app.request("/call/read", init)).text();
      if (round >= 10) times[name].push((performance.now() - from) / 500);
    }
  }
  const bareMs = median(times.bare);
  const kitMs = median(times.kit);
  console.log(
    `small request in process: bare Hono ${(bareMs * 1000).toFixed(0)} µs, ` +
      `kit ${(kitMs * 1000).toFixed(0)} µs, ratio ${(kitMs / bareMs).toFixed(2)} (budget 1.5)`,
  );
}

batchRatios("1,000 calls", batchText(1000, "Open settings. ".repeat(8)));
batchRatios("1,000 calls with long answers", batchText(1000, "Open settings. ".repeat(80)));
await smallRequest();
