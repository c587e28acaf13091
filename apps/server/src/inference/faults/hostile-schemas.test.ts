import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, errorOf, type Members } from "../testing/asking.ts";
import { type ChatServer, chatServer } from "../testing/chat-server.ts";
import { neighbour } from "../testing/neighbour.ts";

/**
 * What a neighbour may wait: the 0.7 s after which a grammar or a template is given up, 0.1 s until
 * another thread has compiled its grammar, and what a busy machine adds.
 */
const neighbourMs = 3_000;
/** What any of these may take. */
const answerMs = 15_000;

let server: ChatServer;

beforeAll(async () => {
  server = await chatServer();
  await ask(server);
});

afterAll(() => server[Symbol.asyncDispose]());

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = { type: "string" };
const nested = (depth: number, inside: (schema: Schema) => Schema): Schema =>
  Array.from({ length: depth }).reduce<Schema>(inside, text);
const members = (count: number): Schema =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`member_${at}`, text]));
const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `value ${at}`);

const schemas: readonly [string, Schema][] = [
  ["objects 60 deep", nested(60, (a) => ({ type: "object", properties: { a }, required: ["a"] }))],
  ["lists 90 deep", nested(90, (items) => ({ type: "array", items, minItems: 1 }))],
  ["alternatives 10 deep", nested(10, (one) => ({ anyOf: [one, { type: "array", items: one }] }))],
  ["5,000 members", { type: "object", properties: members(5_000) }],
  [
    "5,000 members, all required",
    { properties: members(5_000), required: Object.keys(members(5_000)) },
  ],
  ["10,000 values", { enum: names(10_000) }],
  ["a schema of itself", { $ref: "#" }],
  ["a schema in itself", { type: "object", properties: { a: { $ref: "#" } } }],
  [
    "a schema that demands itself",
    { type: "object", properties: { a: { $ref: "#" } }, required: ["a"] },
  ],
  [
    "two that lead to each other",
    { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
  ],
  [
    "each part of all the same",
    { allOf: Array.from({ length: 500 }, () => ({ anyOf: [text, { type: "number" }] })) },
  ],
  [
    "definitions that double",
    {
      $ref: "#/$defs/d0",
      $defs: Object.fromEntries(
        Array.from({ length: 60 }, (_, at) => {
          const next = at === 59 ? text : { $ref: `#/$defs/d${at + 1}` };
          return [`d${at}`, { type: "array", prefixItems: [next, next], minItems: 2 }];
        }),
      ),
    },
  ],
  ["a list of a billion", { type: "array", items: text, minItems: 1e9 }],
  ["a text of a billion", { type: "string", minLength: 1e9, maxLength: 2e9 }],
  [
    "a pattern that repeats repetitions",
    { type: "string", pattern: "^((a{1,1000}){1,1000}){1,1000}$" },
  ],
  ["a pattern of many ways", { type: "string", pattern: "^(a|a?)*(a|a?)*(a|a?)*b$" }],
];

const tool = (parameters: unknown): Members => ({
  type: "function",
  function: { name: "f", parameters },
});
const ways: readonly [string, (schema: Schema) => Members][] = [
  [
    "a format",
    (schema) => ({ response_format: { type: "json_schema", json_schema: { name: "a", schema } } }),
  ],
  ["a tool that is offered", (schema) => ({ tools: [tool(schema)] })],
  ["a tool that is demanded", (schema) => ({ tools: [tool(schema)], tool_choice: "required" })],
];

describe.each(ways)("a hostile schema as %s", (_way, asked) => {
  test.each(schemas)(
    "%s is answered or refused, and a neighbour does not wait",
    async (_, schema) => {
      const beside = neighbour(server);
      const startMs = performance.now();
      const answer = await ask(server, { max_tokens: 8, ...asked(schema) });
      const tookMs = performance.now() - startMs;
      const waitedMs = await beside.stop();
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 400) expect(errorOf(answer)).toMatchObject({ message: /.../ });
      expect(tookMs).toBeLessThan(answerMs);
      expect(waitedMs).toBeLessThan(neighbourMs);
    },
  );
});

test("a thousand tools are answered or refused, and a neighbour does not wait", async () => {
  const beside = neighbour(server);
  const tools = names(1_000).map((name) => ({
    type: "function",
    function: {
      name: name.replace(" ", "_"),
      parameters: { type: "object", properties: members(20) },
    },
  }));
  const answer = await ask(server, { tools, max_tokens: 4 });
  const waitedMs = await beside.stop();
  expect([200, 400], answer.text).toContain(answer.status);
  expect(waitedMs).toBeLessThan(neighbourMs);
});
