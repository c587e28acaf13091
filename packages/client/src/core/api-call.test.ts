import { describe, expect, expectTypeOf, test } from "vitest";
import { connectionTo } from "../testing/in-process.ts";
import type { ApiCall } from "./api-call.ts";
import { NotFoundError } from "./errors.ts";

interface Thing {
  readonly id: string;
}

function counting(answer: () => Response): { call: () => ApiCall<Thing>; count: () => number } {
  let requests = 0;
  const api = connectionTo(() => {
    requests += 1;
    return answer();
  });
  return {
    call: () => api.call<Thing>("things.read", "GET /things/1", {}, undefined),
    count: () => requests,
  };
}

const found = (): Response => Response.json({ id: "t" }, { headers: { "x-request-id": "r" } });
const missing = (): Response => Response.json({ reason: "no such thing" }, { status: 404 });

describe("a call", () => {
  test("is sent once, however often it is awaited", async () => {
    const { call, count } = counting(found);
    const sent = call();
    expect(await Promise.all([sent, sent, sent.withResponse()])).toHaveLength(3);
    expect(await sent).toEqual({ id: "t" });
    expect(count()).toBe(1);
  });

  test("is sent even if the program does not await it", async () => {
    const { promise, resolve } = Promise.withResolvers<Request>();
    const api = connectionTo((request) => {
      resolve(request);
      return found();
    });
    void api.call("things.make", "POST /things", {}, undefined);
    expect((await promise).method).toBe("POST");
  });

  test("is a promise in every way", async () => {
    const { call } = counting(found);
    expect(call()).toBeInstanceOf(Promise);
    let finished = false;
    const last = call().finally(() => (finished = true));
    expect(await last).toEqual({ id: "t" });
    expect(finished).toBe(true);
    expect(
      await counting(missing)
        .call()
        .catch((error: Error) => error.name),
    ).toBe("NotFoundError");
  });

  test("gives the answer beside the data", async () => {
    const { data, response } = await counting(found).call().withResponse();
    expect(data.id).toBe("t");
    expect(response.headers.get("x-request-id")).toBe("r");
  });

  test("gives the answer unread", async () => {
    const response = await counting(found).call().asResponse();
    expect(response.bodyUsed).toBe(false);
    expect(await response.json()).toEqual({ id: "t" });
  });

  test("throws for a refusal, even when the caller asks for the unread answer", async () => {
    await expect(counting(missing).call()).rejects.toThrow(NotFoundError);
    await expect(counting(missing).call().asResponse()).rejects.toThrow(NotFoundError);
  });
});

describe("a result", () => {
  test("of a success is its data", async () => {
    const result = await counting(found).call().result();
    expect(result).toMatchObject({ data: { id: "t" }, error: undefined });
    expect(result.response?.status).toBe(200);
    if (result.error === undefined) expectTypeOf(result.data).toEqualTypeOf<Thing>();
    else expectTypeOf(result.data).toEqualTypeOf<undefined>();
  });

  test("of a refusal is its error, with the answer", async () => {
    const { data, error, response } = await counting(missing).call().result();
    expect(data).toBeUndefined();
    expect(error).toBeInstanceOf(NotFoundError);
    expect(response?.status).toBe(404);
  });

  test("without an answer is its error alone", async () => {
    const api = connectionTo(() => Promise.reject(new TypeError("fetch failed")), {
      maxRetries: 0,
    });
    const { error, response } = await api.call("t.r", "GET /", {}, undefined).result();
    expect(error?.name).toBe("ConnectionError");
    expect(response).toBeUndefined();
  });

  test("does not hide wrong use of the client", async () => {
    const api = connectionTo(found);
    const call = api.call("t.r", "GET /{id}", { path: { id: "" } }, undefined);
    await expect(call.result()).rejects.toThrow(TypeError);
  });
});
