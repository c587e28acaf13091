import { z } from "@hono/zod-openapi";
import { describe, expect, test } from "vitest";
import type { AnyHandler } from "../dispatch.ts";
import { Conflict, NotFound } from "../errors.ts";
import type { OperationSpec } from "../operation.ts";
import type { AppOptions } from "../options.ts";
import { json } from "../raw-json.ts";
import { jsonl, reply, sse } from "../reply.ts";
import { appOf, type ServiceApp } from "../service-app.ts";
import { oneOperation } from "../testing/one-operation.ts";

const Item = z.looseObject({ n: z.int() });
const responses: OperationSpec["responses"] = {
  200: {
    "application/json": { framing: "json", schema: z.looseObject({ data: z.array(Item) }) },
    "application/jsonl": { framing: "jsonl", schema: Item },
    "text/event-stream": { framing: "sse", schema: Item, end: "[DONE]" },
  },
  "4XX": { "application/json": { framing: "json", schema: z.looseObject({ reason: z.string() }) } },
  "5XX": { "application/json": { framing: "json", schema: z.looseObject({ reason: z.string() }) } },
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
  responses,
};

/** An operation of a service of our own, whose document must name every member. */
function strict(handler: AnyHandler, options: Partial<AppOptions<null, object>> = {}): ServiceApp {
  const service = {
    name: "strict",
    operations: [operation],
    errorBody: (error: Error) => ({ reason: error.message }),
    notBuilt: ({ id }: OperationSpec) => new NotFound(id),
  };
  return appOf(
    service,
    { things: { do: handler } },
    { authenticate: () => null, context: () => ({}), checkResponses: true, ...options },
  );
}

const ask = async (app: ServiceApp): Promise<[number, string]> => {
  const response = await app.request("/", { method: "POST" });
  return [response.status, await response.text()];
};
const good = { data: [{ n: 1 }] };
const bad = {
  data: [
    { n: 1, debug: "secret" },
    { n: 2, debug: "secret" },
  ],
  more: 1,
};

describe("a member that the spec does not name is a fault", () => {
  test("none in a good answer", async () => {
    expect(await ask(strict(() => reply(200, good)))).toEqual([200, JSON.stringify(good)]);
  });

  test("of JSON: a 500 names each place once and no value", async () => {
    const [status, text] = await ask(strict(() => reply(200, bad)));
    expect(status).toBe(500);
    expect(text).toContain("does not name: body.data.*.debug, body.more; leave them out");
    expect(text).not.toContain("secret");
  });

  test("of stored text", async () => {
    const stored = json<object>(JSON.stringify(bad));
    expect((await ask(strict(() => reply(200, stored))))[0]).toBe(500);
  });

  test("of the first line", async () => {
    const [status, text] = await ask(strict(() => jsonl([{ n: 1, debug: 1 }])));
    expect([status, text]).toEqual([500, expect.stringContaining("body.debug")]);
  });

  test("of a later line: the stream breaks off", async () => {
    const app = strict(() => jsonl([{ n: 1 }, { n: 2, debug: 1 }]));
    const response = await app.request("/", { method: "POST" });
    await expect(response.text()).rejects.toThrow("The answer could not be completed");
  });

  test("of an event: an error event ends the stream", async () => {
    const [status, text] = await ask(strict(() => sse([{ n: 1 }, { n: 2, debug: 1 }])));
    expect(status).toBe(200);
    expect(text).toMatch(
      /^data: \{"n":1\}\n\ndata: \{"reason":".*body\.debug.*\}\n\ndata: \[DONE\]\n\n$/,
    );
  });

  test("of an error's body", async () => {
    const errorBody = (error: Error) => ({ reason: error.message, debug: "secret" });
    const refuse: AnyHandler = () => {
      throw new Conflict("taken");
    };
    expect(await ask(strict(refuse))).toEqual([409, '{"reason":"taken"}']);
    const [status, text] = await ask(strict(refuse, { errorBody }));
    expect([status, text]).toEqual([500, expect.stringMatching(/body\.debug; change `errorBody`/)]);
  });

  test("only where answers are checked: otherwise it is sent", async () => {
    const app = strict(() => reply(200, bad), { checkResponses: false });
    expect(await ask(app)).toEqual([200, JSON.stringify(bad)]);
  });
});

describe("in a document of others it is a warning", () => {
  test("told once, and the answer is sent", async () => {
    const warnings: string[] = [];
    const app = oneOperation({ responses }, () => reply(200, bad), {
      checkResponses: true,
      onWarning: (message) => warnings.push(message),
    });
    expect(await ask(app)).toEqual([200, JSON.stringify(bad)]);
    await ask(app);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^things\.do answered 200, with members .* body\.data\.\*\.debug, body\.more/,
      ),
    ]);
  });

  test("told no more than a hundred times, since names may come from requests", async () => {
    const warnings: string[] = [];
    let count = 0;
    const app = oneOperation({ responses }, () => reply(200, { data: [], [`x${count++}`]: 1 }), {
      checkResponses: true,
      onWarning: (message) => warnings.push(message),
    });
    for (let i = 0; i < 120; i++) await ask(app);
    expect(warnings).toHaveLength(100);
  });
});
