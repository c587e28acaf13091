import { NotFound } from "@heddle/server-kit";
import { expect, test } from "vitest";
import { BlobTooLarge } from "../store/blobs/blob-too-large.ts";
import {
  Cancelled,
  DiskFull,
  QueryLimit,
  QueryTimeout,
  QueueFull,
  RowRefused,
  StoreFault,
  StoreUnavailable,
} from "../store/errors.ts";
import { errorResponse, mapStoreError, toApiError } from "./errors.ts";

test.each([
  [new QueueFull("calls", 2), 429, "2"],
  [new StoreUnavailable("The trace store is starting.", 3), 503, "3"],
  [new RowRefused("calls"), 400, undefined],
  [new QueryLimit("rows"), 400, undefined],
  [new QueryTimeout(), 504, undefined],
  [new DiskFull(), 507, undefined],
  [new BlobTooLarge(10), 413, undefined],
  [new Cancelled(), 499, undefined],
])("%s", (error, status, retryAfter) => {
  const answer = mapStoreError(error);
  expect(answer?.status).toBe(status);
  expect(answer?.headers["Retry-After"]).toBe(retryAfter);
});

test.each([new StoreFault(62), new Error("password=hunter2"), "thrown text"])(
  "a fault of ours says nothing of itself: %s",
  (error) => {
    expect(mapStoreError(error)).toBeUndefined();
    expect(toApiError(error)).toMatchObject({ status: 500, reason: "Internal server error" });
  },
);

test("each service has its shape", async () => {
  const error = new NotFound("No such call", { deleted_at: "2026-01-01T00:00:00Z" });
  expect(await errorResponse(error, "trace", "r1").json()).toEqual({
    reason: "No such call",
    deleted_at: "2026-01-01T00:00:00Z",
    request_id: "r1",
  });
  expect(await errorResponse(error, "openai", "r1").json()).toMatchObject({
    error: { message: "No such call" },
    detail: "No such call",
    request_id: "r1",
  });
});
