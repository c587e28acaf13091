import {
  methodsAt,
  type OperationSpec,
  plainService,
  reply,
  serialise,
  serviceApp,
} from "@heddle/server-kit";
import { projectOfRef } from "@heddle/server-kit/trace";
import { CallsQuery } from "@heddle/server-kit/trace/schemas";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { growthOf, tooMuch } from "./testing/growth.ts";
import { allShapes, brokenShapes, jsonShapes, type Shape } from "./testing/hostile-texts.ts";

// Each test takes one or two seconds on an idle machine.
vi.setConfig({ testTimeout: 120_000 });

const anything = z.looseObject({ value: z.unknown() });
const open = z.looseObject({
  project_id: z.string().optional(),
  a: z.looseObject({}).catchall(z.unknown()).optional(),
  list: z.array(z.int()).optional(),
});

/** The bodies of the app's only operation: one of each framing. Its answer repeats none of them. */
const content: NonNullable<OperationSpec["body"]>["content"] = {
  "application/json": {
    framing: "json",
    schema: anything,
    raw: ["/value", "/list/*", "/a/b"],
    int64: ["/n", "/numbers/*"],
  },
  "application/vnd.query+json": { framing: "json", schema: CallsQuery },
  "application/jsonl": { framing: "jsonl", schema: z.unknown() },
  "application/x-www-form-urlencoded": { framing: "form", schema: open },
  "multipart/form-data": { framing: "multipart", schema: open, files: ["*"] },
  "text/plain": { framing: "text", schema: z.string() },
};
const operation: OperationSpec = {
  id: "things.do",
  resource: "things",
  verb: "do",
  method: "post",
  path: "/",
  access: "public",
  projects: [],
  parameters: [],
  body: { required: true, content },
  responses: {},
};
const app = serviceApp(
  plainService("things", [operation]),
  {
    things: {
      do: async ({
        body,
      }: {
        body: { files?: AsyncIterable<{ content: AsyncIterable<unknown> }> };
      }) => {
        for await (const { content } of body.files ?? []) for await (const _ of content);
        return reply(200, {});
      },
    },
  },
  {},
);

async function send(type: string, body: string): Promise<number> {
  const response = await app.request("/", {
    method: "POST",
    headers: { "content-type": type },
    body: encoder.encode(body),
  });
  await response.arrayBuffer();
  return response.status;
}

const encoder = new TextEncoder();
const boundary = "b";
const multipart = `multipart/form-data; boundary=${boundary}`;

/** A multipart body with one part. */
function part(head: string, inside: string): string {
  return `--${boundary}\r\n${head}\r\n\r\n${inside}\r\n--${boundary}--\r\n`;
}

function within(before: string, after: string, shapes: readonly Shape[]): readonly Shape[] {
  return shapes.map(([name, make]) => [name, (size) => before + make(size) + after]);
}

const wrongBodies: readonly Shape[] = [
  ["items that are all wrong", (size) => `{"list":[${'"x",'.repeat(size / 4)}0]}`],
  [
    "integers that are all too long",
    (size) => `{"numbers":[${"9".repeat(20)}${`,${"9".repeat(20)}`.repeat(size / 21)}],"value":1}`,
  ],
  ["unknown members", (size) => `{${members(size)}}`],
];
const queries: readonly Shape[] = [
  ["operands", (size) => queryOf(`{"$and":[${'{"$not":[1]},'.repeat(size / 14)}1]}`)],
  [
    "operators of one operand",
    (size) => queryOf(`{${'"$and":[{"$foo":1}],'.repeat(size / 20)}"$or":[]}`),
  ],
  ["members beside the operator", (size) => queryOf(`{"$and":[],${members(size)}}`)],
  [
    "a field",
    (size) => queryOf(`{"$eq":[{"$getField":"${"a.".repeat(size / 2)}"},{"$literal":1}]}`),
  ],
  ["columns", (size) => `{"project_id":"a/b","columns":[${'"a",'.repeat(size / 4)}"a"]}`],
];
const forms: readonly Shape[] = [
  ...brokenShapes,
  ["one name again and again", (size) => "a=1&".repeat(size / 4)],
  ["items of a list", (size) => "list[]=1&".repeat(size / 9)],
  [
    "numbered items",
    (size) => Array.from({ length: size / 12 }, (_, at) => `list[${at}]=1`).join("&"),
  ],
  ["members", (size) => Array.from({ length: size / 12 }, (_, at) => `a[m${at}]=1`).join("&")],
  ["deep names", (size) => `a${"[b]".repeat(150)}=1&`.repeat(size / 450)],
  ["a value that is JSON", (size) => `a={"b":"${"%22".repeat(size / 3)}"}`],
  ["plus signs", (size) => `a=${"+".repeat(size)}`],
  ["ampersands", (size) => "&".repeat(size)],
];

test.each<readonly [name: string, run: (text: string) => unknown, shapes: readonly Shape[]]>([
  ["a body of JSON", (text) => send("application/json", text), allShapes],
  ["a member that keeps its text", jsonBody, within('{"value":', "}", allShapes)],
  ["items that keep their texts", jsonBody, within('{"value":1,"list":[', "]}", jsonShapes)],
  ["a body that does not fit", jsonBody, wrongBodies],
  ["a query", (text) => send("application/vnd.query+json", text), queries],
  ["lines of JSON", (text) => send("application/jsonl", text), allShapes],
  ["a form", (text) => send("application/x-www-form-urlencoded", text), forms],
  [
    "a text of a multipart body",
    (text) => send(multipart, part('Content-Disposition: form-data; name="project_id"', text)),
    allShapes,
  ],
  [
    "the name of a part",
    (text) => send(multipart, part(`Content-Disposition: form-data; name="${text}"`, "1")),
    allShapes,
  ],
  [
    "the name of a file",
    (text) =>
      send(multipart, part(`Content-Disposition: form-data; name="a"; filename="${text}"`, "1")),
    allShapes,
  ],
  ["the head of a part", (text) => send(multipart, part(text, "1")), allShapes],
  ["a multipart body", (text) => send(multipart, text), allShapes],
  [
    "parts",
    (text) =>
      send(
        multipart,
        part(`Content-Disposition: form-data; name="a"`, "1").repeat(text.length / 80),
      ),
    [["of one name", (size) => "a".repeat(size)]],
  ],
  ["a media type", (text) => send(headerOf(text), "1"), allShapes],
  [
    "the boundary of a multipart body",
    (text) => send(`multipart/form-data; boundary=${headerOf(text)}`, "1"),
    allShapes,
  ],
  ["a plain text", (text) => send("text/plain", text), allShapes],
  ["the project of a ref", projectOfRef, allShapes],
  [
    "the methods at a path",
    methodsAt([{ operations: [{ ...operation, path: "/{a}.{b}.{c}:d" }] }]),
    allShapes,
  ],
  ["a text in an answer", (text) => serialise({ [text]: [text, { text }] }), allShapes],
  ["a value in an answer", (text) => serialise(valueOf(text)), jsonShapes],
])("the time for %s grows only with its length", async (_, run, shapes) => {
  const slow: string[] = [];
  for (const [shape, make] of shapes) {
    const growth = await growthOf({ make, run });
    if (growth >= tooMuch) slow.push(`${shape}: ${Math.round(growth)} times`);
  }
  expect(slow).toEqual([]);
});

function jsonBody(text: string): Promise<number> {
  return send("application/json", text);
}

function queryOf(expression: string): string {
  return `{"project_id":"a/b","query":{"$expr":${expression}}}`;
}

function members(size: number): string {
  return Array.from({ length: size / 12 }, (_, at) => `"name${at}":1`).join(",");
}

/** The text with `_` for characters that a header cannot have. */
function headerOf(text: string): string {
  return text.replaceAll(/[^\t\x20-\x7e]/g, "_");
}

const values = new Map<string, unknown>();

/** The value of a JSON text, parsed only once, because the test measures the writing. */
function valueOf(text: string): unknown {
  if (!values.has(text)) values.set(text, JSON.parse(text));
  return values.get(text);
}
