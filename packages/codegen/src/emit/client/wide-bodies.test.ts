/** Bodies and parameters whose values plain JSON cannot hold: large integers, and bytes. */
import { describe, expect, test } from "vitest";
import { json, methodOf, ok } from "./testing/client-text.ts";

describe("integers of 64 bits", () => {
  const int64 = { type: "integer", format: "int64" } as const;

  test("take bigint in path and query", () => {
    const parameters = [
      { name: "id", in: "path", required: true, schema: int64 },
      { name: "after", in: "query", schema: int64 },
      { name: "limit", in: "query", schema: { type: "integer" } },
    ];
    const { text, types } = methodOf({ parameters, responses: ok() }, "/t/{id}");
    expect(text).toContain("call(id: number | bigint, query?: CallQuery");
    expect(types).toContain(
      'WithInt64<NonNullable<operations["things.call"]["parameters"]["query"]>, "/after">',
    );
  });

  test("take bigint in a JSON body, which is then written exactly", () => {
    const rows = { type: "array", items: { type: "object", properties: { n: int64 } } } as const;
    const content = json({ type: "object", properties: { seed: int64, rows } });
    const { text, types } = methodOf({ requestBody: { content }, responses: ok() }, "/t", "post");
    expect(types).toContain('["application/json"], "/seed" | "/rows/*/n">');
    expect(text).toContain("{ body, bodyStyle: exactJson }");
  });

  test("in very many places stay numbers in the type", () => {
    const names = Array.from({ length: 41 }, (_, index) => `n${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, int64]));
    const content = json({ type: "object", properties });
    const { text, types } = methodOf({ requestBody: { content }, responses: ok() }, "/t", "post");
    expect(types).not.toContain("WithInt64");
    expect(text).toContain("bodyStyle: exactJson");
  });
});

test("a body may be bytes instead of JSON, and then so is the answer", () => {
  const content = { ...json({ type: "object" }), "application/x-protobuf": {} };
  const { text } = methodOf(
    {
      requestBody: { required: true, content },
      responses: { 200: { description: "Fine.", content } },
    },
    "/t",
    "post",
  );
  expect(text).toContain("call(body: CallBody, options?: RequestOptions): ApiCall<CallResult>;");
  expect(text).toContain("call(body: Binary, options?: RequestOptions): ApiCall<Blob>;");
  expect(text).toContain("call(body: CallBody | Binary");
  expect(text).toContain('{ body, bytes: "application/x-protobuf" }');
});
