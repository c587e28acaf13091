import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { firstIssue, keeping } from "../testing/one-operation.ts";

const Address = z.looseObject({ city: z.string(), zip: z.int() });
const Body = z.looseObject({
  name: z.string(),
  age: z.int().optional(),
  isNew: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
  "ids[]": z.array(z.int()).optional(),
  address: Address.optional(),
  items: z
    .array(z.looseObject({ price: z.int(), tags: z.array(z.string()).optional() }))
    .optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  created: z.union([z.looseObject({ gte: z.int() }), z.int()]).optional(),
  state: z.enum(["on", "off"]).nullable().optional(),
});

async function send(body: string) {
  const type = "application/x-www-form-urlencoded";
  const content = { [type]: { framing: "form", schema: Body } } as const;
  const { app, given } = keeping({ body: { required: true, content } });
  const headers = { "content-type": type };
  const response = await app.request("/", { method: "POST", body, headers });
  return { response, body: given[0]?.body };
}

test.each([
  ["texts, numbers and booleans", "age=7&isNew=true", { age: 7, isNew: true }],
  ["escapes", "name=a%20b+c%26%C3%A9", { name: "a b c&é" }],
  ["a percent sign without an escape", "name=100%", { name: "100%" }],
  ["an array of one", "tags=a", { tags: ["a"] }],
  ["a repeated array", "tags=a&tags=b", { tags: ["a", "b"] }],
  ["empty brackets", "tags[]=a&tags[]=b", { tags: ["a", "b"] }],
  ["counting brackets", "tags[1]=b&tags[0]=a", { tags: ["a", "b"] }],
  ["a name that has brackets", "ids[]=1&ids[]=2", { "ids[]": [1, 2] }],
  ["an object in brackets", "address[city]=x&address[zip]=7", { address: { city: "x", zip: 7 } }],
  [
    "an object as JSON",
    "address=%7B%22city%22:%22x%22,%22zip%22:7%7D",
    { address: { city: "x", zip: 7 } },
  ],
  [
    "a list of objects",
    "items[0][price]=1&items[0][tags][]=a&items[1][price]=2",
    { items: [{ price: 1, tags: ["a"] }, { price: 2 }] },
  ],
  ["any names", "metadata[a]=1&metadata[b]=x", { metadata: { a: "1", b: "x" } }],
  ["either branch of a union", "created=7", { created: 7 }],
  ["the other branch", "created[gte]=7", { created: { gte: 7 } }],
  ["a nullable choice", "state=on", { state: "on" }],
  ["unknown names", "more=1&more=2", { more: ["1", "2"] }],
])("reads %s", async (_name, text, want) => {
  const { response, body } = await send(text.startsWith("name=") ? text : `name=n&${text}`);
  expect(response.status).toBe(200);
  expect(body).toEqual({ name: "n", ...want });
});

test.each([
  ["age=x&name=n", ["body", "age"]],
  ["address[city]=x&address[zip]=y&name=n", ["body", "address", "zip"]],
  ["age=1", ["body", "name"]],
  ["name=n&address=%7B", ["body", "address"]],
])("refuses %s with its place", async (text, loc) => {
  const { response } = await send(text);
  expect(response.status).toBe(422);
  expect(await firstIssue(response)).toMatchObject({ loc });
});

test("a name cannot reach a prototype", async () => {
  const { body } = await send("name=n&__proto__[x]=1&metadata[__proto__]=y");
  expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
  expect(({} as { x?: unknown }).x).toBeUndefined();
});

test("endless nesting is refused", async () => {
  expect((await send(`name=n&a${"[a]".repeat(300)}=1`)).response.status).toBe(413);
});

test("branches with members in common are read fast, however deep they nest", async () => {
  const node: z.ZodType = z.lazy(() =>
    z.union([
      z.looseObject({ kind: z.literal("and"), of: node.optional() }),
      z.looseObject({ kind: z.literal("or"), of: node.optional() }),
    ]),
  );
  const type = "application/x-www-form-urlencoded";
  const content = { [type]: { framing: "form", schema: z.looseObject({ node }) } } as const;
  const { app, given } = keeping({ body: { required: true, content } });
  const names = Array.from({ length: 40 }, (_, depth) => `node${"[of]".repeat(depth)}[kind]=or`);
  const headers = { "content-type": type };
  const response = await app.request("/", { method: "POST", body: names.join("&"), headers });
  expect(response.status).toBe(200);
  expect(JSON.stringify(given[0]?.body).match(/"or"/g)).toHaveLength(40);
});
