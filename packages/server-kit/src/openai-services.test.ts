import { describe, expect, test } from "vitest";
import {
  BadRequest,
  combinedErrorBody,
  Conflict,
  NotFound,
  reply,
  sse,
  TooManyRequests,
  Unavailable,
} from "./index.ts";
import { inferenceApp, inferenceHead, inferenceOperations } from "./inference.ts";
import { trainingApp, trainingHead, trainingOperations } from "./training.ts";

const options = {
  authenticate: (headers: Headers) =>
    headers.get("authorization") === "Bearer k" ? { key: "k" } : null,
  context: () => ({}),
  checkResponses: true,
  partial: true,
} as const;

const authorization = "Bearer k";

function post(body: string, headers: Record<string, string> = {}): RequestInit {
  const labelled = { "content-type": "application/json", ...headers };
  return { method: "POST", body, headers: { authorization, ...labelled } };
}

/** Apps whose tested operations throw this error. */
function failing(error: Error) {
  const fail = (): never => {
    throw error;
  };
  return {
    inference: inferenceApp({ chat: { create: fail }, models: { read: fail } }, options),
    training: trainingApp({ chat: { create: fail }, models: { create: fail } }, options),
    bothInference: inferenceApp(
      { chat: { create: fail }, models: { read: fail } },
      { ...options, errorBody: combinedErrorBody },
    ),
    bothTraining: trainingApp(
      { chat: { create: fail }, models: { create: fail } },
      { ...options, errorBody: combinedErrorBody },
    ),
  };
}

const chat = '{"model":"m","messages":[{"role":"user","content":"Hello"}]}';
const model = '{"project":"p","name":"agent","base_model":"b","entity":"acme"}';

describe("inference", () => {
  const app = failing(new NotFound("never")).inference;

  test.each([
    ["malformed JSON", post("{")],
    ["a field of the wrong type", post('{"model":7,"messages":[]}')],
    ["a missing field", post("{}")],
    ["no body", post("")],
    ["a wrong Content-Type", post(chat, { "content-type": "image/png" })],
    ["JSON that is labelled as text", post(chat, { "content-type": "text/plain" })],
    ["an unknown Content-Encoding", post(chat, { "content-encoding": "zstd" })],
  ])("%s is 400 with an `error`", async (_name, init) => {
    const response = await app.request("/chat/completions", init);
    expect(response.status).toBe(400);
    const body = (await response.json()) as { error: object };
    expect(body.error).toMatchObject({ type: "invalid_request_error", code: "invalid_parameter" });
    expect(body).not.toHaveProperty("detail");
  });

  test("`param` is the dotted place, and the message counts the other faults", async () => {
    const response = await app.request("/chat/completions", post('{"messages":[{"role":7}]}'));
    const { error } = (await response.json()) as { error: { param: string; message: string } };
    expect(error.message.startsWith(`${error.param}: `)).toBe(true);
    expect(error.message).toMatch(/\(and \d+ more\)$/);
  });

  test("an integer of 65 bits is refused with its name, one of 64 is not", async () => {
    const seeded = (seed: string) => post(`${chat.slice(0, -1)},"seed":${seed}}`);
    const response = await app.request("/chat/completions", seeded("9223372036854775808"));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param: "seed" } });
    const good = await app.request("/chat/completions", seeded("9223372036854775807"));
    expect(good.status).toBe(404);
  });

  test("401 asks for a bearer token", async () => {
    const response = await app.request("/chat/completions", {
      method: "POST",
      body: chat,
      headers: { "content-type": "application/json" },
    });
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(await response.json()).toMatchObject({
      error: { type: "authentication_error", code: "invalid_api_key", param: null },
    });
  });

  test.each([
    [
      new NotFound("No such model", { param: "model", code: "model_not_found" }),
      404,
      "not_found_error",
      "model_not_found",
    ],
    [
      new BadRequest("Too long", { param: "messages", code: "context_length_exceeded" }),
      400,
      "invalid_request_error",
      "context_length_exceeded",
    ],
    [
      new TooManyRequests("Concurrency limit reached for requests", 1),
      429,
      "rate_limit_error",
      "concurrency_limit_reached",
    ],
    [new Unavailable("Loading", 1), 503, "overloaded_error", "engine_overloaded"],
    [new Error("secret"), 500, "server_error", "internal_error"],
  ])("%s", async (error, status, type, code) => {
    const response = await failing(error).inference.request("/chat/completions", post(chat));
    expect(response.status).toBe(status);
    const body = (await response.json()) as object;
    expect(body).toMatchObject({ error: { type, code } });
    expect(JSON.stringify(body)).not.toContain("secret");
  });

  test("an error in a stream is an event in the same shape, and [DONE] follows", async () => {
    const gate = Promise.withResolvers<never>();
    async function* broken() {
      yield await gate.promise;
    }
    const app = inferenceApp(
      { chat: { create: () => sse(broken()) } },
      { ...options, keepAliveMs: 1 },
    );
    const streamed = post(`${chat.slice(0, -1)},"stream":true}`);
    // The keep-alive comment has begun the answer, so the status is already sent.
    const response = await app.request("/chat/completions", streamed);
    gate.reject(new Unavailable("Loading", 1));
    const [, error, end] = (await response.text()).split(/(?:: keep-alive\n\n)+|\n\n/);
    expect(JSON.parse(error?.slice("data: ".length) ?? "")).toMatchObject({
      error: {
        message: "Loading",
        type: "overloaded_error",
        param: null,
        code: "engine_overloaded",
      },
    });
    expect(end).toBe("data: [DONE]");
  });
});

describe("training", () => {
  const app = failing(new NotFound("never")).training;

  test.each([
    ["malformed JSON", post("{"), "json_invalid"],
    ["a missing field", post("{}"), "missing"],
    ["no body", post(""), "missing"],
    ["a wrong Content-Type", post(model, { "content-type": "image/png" }), "media_type_invalid"],
  ])("%s is 422 with a list, in chat too", async (_name, init, type) => {
    for (const path of ["/preview/models", "/chat/completions", "/chat/completions/"]) {
      const response = await app.request(path, init);
      expect(response.status).toBe(422);
      const { detail, error } = (await response.json()) as {
        detail: { loc: unknown[]; type: string }[];
        error?: { message: string };
      };
      expect(detail[0]).toMatchObject({ type });
      expect(detail[0]?.loc[0]).toBe("body");
      // OpenAI clients read only `error.message`.
      expect(error?.message !== undefined).toBe(path.startsWith("/chat"));
    }
  });

  test("401 asks for a bearer token, with a text", async () => {
    const response = await app.request("/preview/models", { method: "POST", body: model });
    expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(await response.json()).toMatchObject({ detail: "Not authenticated" });
  });

  test("other errors are a text; in chat they have an `error`, as engines answer", async () => {
    const { training } = failing(new Conflict("Model agent already exists in acme/p"));
    const created = await training.request("/preview/models", post(model));
    expect(created.status).toBe(409);
    expect(await created.json()).toMatchObject({ detail: "Model agent already exists in acme/p" });

    const absent = failing(
      new NotFound("The model m does not exist.", { param: "model" }),
    ).training;
    const asked = await absent.request("/chat/completions/", post(chat));
    expect(await asked.json()).toMatchObject({
      error: {
        message: "The model m does not exist.",
        type: "NotFoundError",
        param: "model",
        code: null,
      },
    });
  });

  test("a status that a handler documents is an answer, not an error", async () => {
    const broken = { success: false, duration: 1, error: "no worker" };
    const handlers = {
      service: {
        systemCheck: () =>
          reply(503, { api: true, database: true, cpu_queue: broken, gpu_queue: broken } as const),
      },
    };
    const response = await trainingApp(handlers, options).request("/system-check");
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ gpu_queue: { error: "no worker" } });
  });
});

describe("one address for both", () => {
  test.each([
    ["inference", "bothInference", "/chat/completions", post("{"), 400],
    ["training", "bothTraining", "/preview/models", post("{"), 422],
    ["training's chat", "bothTraining", "/chat/completions/", post("{"), 422],
  ] as const)(
    "%s: an unreadable request is reported in both shapes",
    async (_name, which, path, init, status) => {
      const response = await failing(new Error())[which].request(path, init);
      expect(response.status).toBe(status);
      const { error, detail } = (await response.json()) as { error: object; detail: unknown[] };
      expect(error).toMatchObject({ type: "invalid_request_error" });
      expect(detail).toHaveLength(1);
    },
  );

  test.each([
    ["bothInference", "/models/m", {}],
    ["bothTraining", "/preview/models", { method: "POST", body: model }],
    ["bothTraining", "/chat/completions/", { method: "POST", body: chat }],
  ] as const)("%s %s: other errors are reported in both shapes", async (which, path, init) => {
    const app = failing(new NotFound("Model m not found"))[which];
    const headers = { authorization, "content-type": "application/json" };
    const response = await app.request(path, { ...init, headers });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: { message: "Model m not found", code: null },
      detail: "Model m not found",
    });
  });
});

test.each([["/models/acme%2Fdemo%2Fagent"], ["/models/acme/demo/agent"]])(
  "%s: names of models have slashes, escaped or not",
  async (path) => {
    const read = ({ path: { model_id } }: { path: { model_id: string } }): never => {
      throw new NotFound("model", model_id);
    };
    const app = inferenceApp({ models: { read } }, options);
    const response = await app.request(path, { headers: { authorization } });
    expect(await response.json()).toMatchObject({
      error: { message: "Model acme/demo/agent not found" },
    });
  },
);

describe.each([
  ["training", trainingOperations, trainingApp({}, options), trainingHead],
  ["inference", inferenceOperations, inferenceApp({}, options), inferenceHead],
] as const)("%s without handlers", (_name, operations, app, head) => {
  test("answers 501 everywhere, once, in its own shape", async () => {
    for (const { id, method, path } of operations) {
      const url = path.replaceAll(/\{[^}]+\}/g, "x");
      const response = await app.request(url, {
        method: method.toUpperCase(),
        headers: { authorization },
      });
      expect([id, response.status]).toEqual([id, 501]);
      expect(response.headers.get("x-should-retry")).toBe("false");
      const { error, detail } = (await response.json()) as {
        error?: { message: string };
        detail?: string;
      };
      expect(error?.message ?? detail).toBe(`${id} is not built yet; docs/status.md lists what is`);
    }
  });

  test("has a document with all its operations", async () => {
    const { paths = {} } = app.getOpenAPI31Document(head);
    expect(Object.keys(paths).sort()).toEqual(
      [...new Set(operations.map(({ path }) => path))].sort(),
    );
  });
});
