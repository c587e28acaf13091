/**
 * What the kit makes of a batch of 1,000 calls, as ratios to `JSON.parse` of the same text.
 *
 * `node packages/server-kit/bench/read-batch.ts` prints a line each; `--json` prints one object.
 * Build first: `pnpm -F @heddle/types build`.
 */
import { parseArgs } from "node:util";
import { parseJsonBody } from "../src/read/json-body.ts";
import { compileMarks } from "../src/read/marks.ts";
import { walkJson } from "../src/read/raw-walk.ts";
import { traceOperations } from "../src/trace.ts";
import { LazySchema } from "../src/validate/schema.ts";

const { values: flags } = parseArgs({ options: { json: { type: "boolean", default: false } } });

const rounds = 60;
/** Reading, validating and cutting, in times of `JSON.parse` alone. */
const budget = 3;

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

/** The best quarter of interleaved rounds: what is slower was slowed by something else. */
function lowerQuartiles<Name extends string>(
  tasks: Record<Name, () => unknown>,
): Record<Name, number> {
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
  return Object.fromEntries(names.map((name) => [name, lowerQuartile(times[name])])) as Record<
    Name,
    number
  >;
}

function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? NaN;
}

const limits = { depth: 200, members: 1_000_000 };

interface Ratios {
  readonly label: string;
  readonly bytes: number;
  readonly parseMs: number;
  readonly decode: number;
  readonly walk: number;
  readonly validate: number;
  readonly whole: number;
  readonly budget: number;
}

function batchRatios(label: string, text: string): Ratios {
  const bytes = new TextEncoder().encode(text);
  const mark = compileMarks(content ?? {});
  const schema = new LazySchema(content?.schema as NonNullable<typeof content>["schema"] & object);
  const parsed: unknown = JSON.parse(text);
  const { parse, walk, validate, decode, whole } = lowerQuartiles({
    parse: () => JSON.parse(text) as unknown,
    decode: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    walk: () => walkJson(text, mark, limits),
    validate: () => schema.check(parsed),
    whole: () => schema.check(parseJsonBody(bytes, mark, limits).value),
  });
  return {
    label,
    bytes: bytes.length,
    parseMs: parse,
    decode: decode / parse,
    walk: walk / parse,
    validate: validate / parse,
    whole: whole / parse,
    budget,
  };
}

const results = [
  batchRatios("1,000 calls", batchText(1000, "Open settings. ".repeat(8))),
  batchRatios("1,000 calls with long answers", batchText(1000, "Open settings. ".repeat(80))),
];
if (flags.json) {
  console.log(JSON.stringify(results));
} else {
  for (const { label, bytes, parseMs, decode, walk, validate, whole } of results) {
    console.log(
      `${label}, ${(bytes / 1e6).toFixed(2)} MB: JSON.parse ${parseMs.toFixed(2)} ms = 1; ` +
        `decode ${decode.toFixed(2)}, walk ${walk.toFixed(2)}, validate ${validate.toFixed(2)}; ` +
        `read + validate + cut ${whole.toFixed(2)} (budget ${budget})`,
    );
  }
}
