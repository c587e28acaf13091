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
import { answerTo, toApiError } from "./errors.ts";

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
  const answer = answerTo(error);
  expect(answer?.status).toBe(status);
  expect(answer?.headers["Retry-After"]).toBe(retryAfter);
});

test.each([new StoreFault(62), new Error("password=hunter2"), "thrown text"])(
  "the answer to an internal error has no details: %s",
  (error) => {
    expect(answerTo(error)).toBeUndefined();
    expect(toApiError(error)).toMatchObject({ status: 500, reason: "Internal server error" });
  },
);
