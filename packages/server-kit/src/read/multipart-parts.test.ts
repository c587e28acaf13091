import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import type { MultipartBody } from "../handler.ts";
import type { ContentSpec } from "../operation.ts";
import { reply } from "../reply.ts";
import { firstIssue, oneOperation } from "../testing/one-operation.ts";

const schema = z.looseObject({
  project: z.string(),
  count: z.int().optional(),
  tags: z.array(z.string()).optional(),
  metadata: z.looseObject({ n: z.int() }).optional(),
});

const part = (name: string): [string, Blob] => [name, new Blob([name])];
const project: [string, string] = ["project", "p"];

async function send(content: Partial<ContentSpec>, parts: readonly [string, string | Blob][]) {
  const files: string[] = [];
  let fields: unknown;
  const spec = { "multipart/form-data": { framing: "multipart", schema, ...content } } as const;
  const app = oneOperation({ body: { required: true, content: spec } }, async ({ body }) => {
    const form = body as MultipartBody;
    for await (const { name } of form.files) files.push(name);
    fields = { ...form.fields };
    return reply(200, {});
  });
  const body = new FormData();
  for (const [name, value] of parts) body.append(name, value);
  const response = await app.request("/", { method: "POST", body });
  return { response, files, fields };
}

test("text parts become the types that the schema takes", async () => {
  const { fields } = await send({}, [project, ["count", "7"], ["tags", "a"], ["tags", "b"]]);
  expect(fields).toEqual({ project: "p", count: 7, tags: ["a", "b"] });
});

test("a part may hold JSON, longer than other texts", async () => {
  const long = JSON.stringify({ n: 1, text: "x".repeat(100_000) });
  const jsonParts = ["metadata"];
  const { fields } = await send({ jsonParts }, [project, ["metadata", long]]);
  expect(fields).toMatchObject({ metadata: { n: 1 } });
  const broken = await send({ jsonParts }, [project, ["metadata", "{"]]);
  expect(await firstIssue(broken.response)).toMatchObject({ loc: ["body", "metadata"] });
  const wrong = await send({ jsonParts }, [project, ["metadata", '{"n":"x"}']]);
  expect(await firstIssue(wrong.response)).toMatchObject({ loc: ["body", "metadata", "n"] });
});

test("JSON in a part is nested as deep as other JSON may be", async () => {
  const deep = "[".repeat(300) + "]".repeat(300);
  const { response } = await send({ jsonParts: ["metadata"] }, [project, ["metadata", deep]]);
  expect(response.status).toBe(413);
});

test.each([
  ["a file that may be left out", { files: ["file"], optionalFiles: ["file"] }, [], 200],
  ["a file that may not", { files: ["file"] }, [], 422],
  [
    "several files of one name",
    { files: ["file"], repeatedFiles: ["file"] },
    ["file", "file"],
    200,
  ],
  ["one file twice", { files: ["file"] }, ["file", "file"], 422],
  ["files of any name", { files: ["*"] }, ["a/train.jsonl", "b"], 200],
] satisfies [string, Partial<ContentSpec>, string[], number][])(
  "%s",
  async (_name, content, names, status) => {
    const sent = await send(content, [project, ...names.map(part)]);
    expect(sent.response.status).toBe(status);
    if (status === 200) expect(sent.files).toEqual(names);
  },
);

test("a text part that the schema names is no file, even if files may have any name", async () => {
  const { fields, files } = await send({ files: ["*"] }, [part("a"), project]);
  expect([files, fields]).toEqual([["a"], { project: "p" }]);
});

test("the name of a file keeps its folders", async () => {
  const names: unknown[] = [];
  const spec = {
    "multipart/form-data": { framing: "multipart", schema, files: ["files"] },
  } as const;
  const app = oneOperation({ body: { required: true, content: spec } }, async ({ body }) => {
    for await (const { fileName } of (body as MultipartBody).files) names.push(fileName);
    return reply(200, {});
  });
  const body = new FormData();
  body.append("project", "p");
  body.append("files", new Blob(["x"]), "data/train.jsonl");
  await app.request("/", { method: "POST", body });
  expect(names).toEqual(["data/train.jsonl"]);
});
