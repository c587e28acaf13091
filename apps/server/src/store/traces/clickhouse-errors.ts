import { ClickHouseError } from "@clickhouse/client";
import {
  DiskFull,
  QueryLimit,
  QueryTimeout,
  RowRefused,
  StoreError,
  StoreFault,
  StoreUnavailable,
} from "../errors.ts";
import { entriesOf } from "./tables/entries-of.ts";

/** Whether a request that failed may have reached the engine. */
export type ConnectionFailure = "never sent" | "unknown";

const neverSent = new Set(["ECONNREFUSED", "ENOENT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]);
const broken = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "ETIMEDOUT"]);
const brokenTexts = /socket hang up|aborted|premature close|Timeout error/i;

/** Recognises a broken connection; undefined if the engine has answered. */
export function connectionFailure(error: unknown): ConnectionFailure | undefined {
  if (!(error instanceof Error) || error instanceof StoreError) return undefined;
  if (error instanceof ClickHouseError) return undefined;
  const code = "code" in error ? String(error.code) : "";
  if (neverSent.has(code)) return "never sent";
  return broken.has(code) || brokenTexts.test(error.message) ? "unknown" : undefined;
}

/** ClickHouse's error codes for values that do not fit their column. */
const rowCodes = new Set([
  6, 25, 26, 27, 33, 38, 41, 53, 69, 70, 72, 117, 128, 131, 190, 321, 349, 376, 407, 467,
]);
const sizeCodes = new Set([62, 167, 168, 306]);
const overloadedCodes = new Set([202, 203, 209, 210, 236, 242, 252, 285, 319, 439, 999]);

/**
 * Turns an engine's error into an error of `store/errors.ts`. The engine's text may quote data, so
 * only its number is kept.
 */
export function storeError(error: unknown, table?: string): Error {
  if (error instanceof StoreError) return error;
  if (!(error instanceof ClickHouseError)) {
    if (connectionFailure(error) !== undefined) return unreachable();
    return new StoreFault(undefined);
  }
  const code = Number(error.code);
  const isInsert = table !== undefined;
  if (/errno: (28|122)\b|No space left on device/.test(error.message)) return new DiskFull();
  if (code === 243) return new DiskFull();
  if (isInsert && rowCodes.has(code)) return new RowRefused(entriesOf(table).one);
  // 394: the query was cancelled. A cancelled request never gets here, so the engine is ending.
  if (code === 394) return unreachable();
  if (code === 159 || code === 160) return isInsert ? unreachable() : new QueryTimeout();
  if (code === 241) return isInsert ? busy() : new QueryLimit("memory");
  if (code === 158 || code === 307 || code === 396) {
    return new QueryLimit(code === 307 || /bytes/.test(error.message) ? "bytes" : "rows");
  }
  if (sizeCodes.has(code) && /too (big|deep|large)|max_query_size|exceeded/i.test(error.message)) {
    return new QueryLimit("query size");
  }
  if (overloadedCodes.has(code)) return busy();
  return new StoreFault(code);
}

function unreachable(): StoreUnavailable {
  return new StoreUnavailable("The trace store cannot be reached. Send the request again.");
}

function busy(): StoreUnavailable {
  return new StoreUnavailable("The trace store is overloaded. Send the request again later.");
}
