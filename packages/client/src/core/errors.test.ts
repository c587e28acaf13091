import { describe, expect, test } from "vitest";
import {
  ApiError,
  apiErrorOf,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  HeddleError,
  InternalServerError,
  NotFoundError,
  NotImplementedError,
  PayloadTooLargeError,
  PermissionDeniedError,
  RateLimitError,
  ValidationError,
} from "./errors.ts";

function errorFor(status: number, body: unknown, headers: Record<string, string> = {}): ApiError {
  const response = new Response(null, { status, headers, statusText: "A Phrase" });
  return apiErrorOf({ operation: "calls.read", status, response, body });
}

test.each([
  [400, BadRequestError],
  [401, AuthenticationError],
  [402, ApiError],
  [403, PermissionDeniedError],
  [404, NotFoundError],
  [409, ConflictError],
  [413, PayloadTooLargeError],
  [422, ValidationError],
  [429, RateLimitError],
  [500, InternalServerError],
  [501, NotImplementedError],
  [503, InternalServerError],
])("%s is its own class, of one tree", (status, Class) => {
  const error = errorFor(status, undefined);
  expect(error.constructor).toBe(Class);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toBeInstanceOf(HeddleError);
  expect(error.name).toBe(Class.name);
  expect(error.status).toBe(status);
});

describe("the message is found in every shape of error body", () => {
  test.each([
    ["trace", { reason: "no such call" }, "no such call"],
    [
      "inference",
      { error: { message: "no such model", type: "t", param: null, code: null } },
      "no such model",
    ],
    ["training", { detail: "Model not found" }, "Model not found"],
    ["both", { detail: [], error: { message: "bad limit" } }, "bad limit"],
    ["engines", { error: "Unauthorized" }, "Unauthorized"],
    ["flat", { object: "error", message: "too long" }, "too long"],
    ["text", "<html>proxy</html>", "<html>proxy</html>"],
    ["nothing", undefined, "A Phrase"],
    ["an unknown shape", { detail: { x: 1 } }, "A Phrase"],
    ["a null", null, "A Phrase"],
  ])("%s", (_, body, expected) => {
    expect(errorFor(400, body).message).toBe(`calls.read: 400: ${expected}`);
  });

  test("the message lists faults, each with its place", () => {
    const faults = [
      { loc: ["body", "limit"], msg: "must be positive", type: "range" },
      { loc: ["query", 0], msg: "is no time", type: "time" },
    ];
    const error = errorFor(422, { detail: faults }) as ValidationError;
    expect(error.issues).toEqual(faults);
    expect(error.message).toBe(
      "calls.read: 422: body.limit: must be positive; query.0: is no time",
    );
  });

  test("a 422 in one sentence has no issues", () => {
    expect((errorFor(422, { reason: "no" }) as ValidationError).issues).toEqual([]);
  });

  test("faults of an unknown shape do no harm", () => {
    const error = errorFor(422, { detail: [{ message: "x" }, "y", null] });
    expect(error.message).toMatch(/^calls\.read: 422: /);
  });

  test("faults that have no text do no harm", () => {
    const detail = [{ loc: [{ toString: 1 }], msg: { toString: null } }];
    expect(errorFor(422, { detail }).message).toMatch(/^calls\.read: 422: /);
  });

  test("a long message is cut", () => {
    expect(errorFor(400, { reason: "x".repeat(9999) }).message).toHaveLength(517);
  });
});

test("the message gives advice and the request id of the server's log", () => {
  const { message, requestId } = errorFor(401, { reason: "no key" }, { "x-request-id": "r1" });
  expect(message).toBe("calls.read: 401: no key; check apiKey (request r1)");
  expect(requestId).toBe("r1");
});

test.each([
  [{ error: { message: "m", type: "t", code: "slug" } }, "slug"],
  [{ error: { message: "m", type: "t", code: 404 } }, 404],
  [{ error: { message: "m", type: "t", code: null } }, "t"],
  [{ reason: "m", error_code: "OBJECT_DELETED" }, "OBJECT_DELETED"],
  [{ reason: "m" }, undefined],
  ["text", undefined],
])("the code of %j is %s", (body, code) => {
  expect(errorFor(400, body).code).toBe(code);
});

test("a rate limit error says how long to wait", () => {
  expect(errorFor(429, undefined, { "retry-after": "3" })).toMatchObject({ retryAfterMs: 3000 });
  expect(errorFor(429, undefined).retryAfterMs).toBeUndefined();
});
