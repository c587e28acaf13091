import {
  ApiError,
  BadRequest,
  Conflict,
  Forbidden,
  GatewayTimeout,
  InternalError,
  NotFound,
  StorageFull,
  TooLarge,
  TooManyRequests,
  Unavailable,
} from "@heddle/server-kit";
import { retryAfterS } from "../budgets/account.ts";
import { BudgetFull, OverAllowance } from "../budgets/budget-full.ts";
import { Contradiction, Denied, Missing, OverLimit, Refusal } from "../refusals/refusal.ts";
import { BlobTooLarge } from "../store/blobs/blob-too-large.ts";
import {
  Cancelled,
  DiskFull,
  QueryLimit,
  QueryTimeout,
  QueueFull,
  RowRefused,
  StoreUnavailable,
} from "../store/errors.ts";

/**
 * The answer to an error of a domain, a store or a budget; undefined for an internal error, which
 * the kit answers with 500 and logs. A service may have more exact answers of its own.
 */
export function answerTo(error: unknown): ApiError | undefined {
  if (error instanceof Refusal) return refusalAnswer(error);
  if (error instanceof QueueFull) return new TooManyRequests(error.message, error.retryAfterS);
  if (error instanceof StoreUnavailable) return new Unavailable(error.message, error.retryAfterS);
  if (error instanceof RowRefused) return new BadRequest(error.message);
  if (error instanceof QueryLimit) return new BadRequest(error.message);
  if (error instanceof QueryTimeout) return new GatewayTimeout(error.message);
  if (error instanceof DiskFull) return new StorageFull(error.message);
  if (error instanceof BudgetFull) {
    const Refusal = error.full === "owner" ? TooManyRequests : Unavailable;
    return new Refusal(error.message, retryAfterS);
  }
  if (error instanceof OverAllowance) return new TooLarge(error.message);
  if (error instanceof BlobTooLarge) return new TooLarge(error.message);
  if (error instanceof Cancelled) return new ClientGone();
  return undefined;
}

/** Whether work ended because its client has left: that is no error, and is not logged. */
export function hasLeft(error: unknown): boolean {
  return error instanceof Cancelled;
}

/** Status 499, as proxies log a client that has left. No client reads this answer. */
class ClientGone extends ApiError {
  constructor() {
    super(499, "The client closed the request.");
  }
}

/** The answer to any thrown value. The answer repeats its text only if it is an `ApiError`. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return answerTo(error) ?? new InternalError();
}

/** The answer to a refusal, by its kind. */
function refusalAnswer(refusal: Refusal): ApiError {
  if (refusal instanceof Missing) return new NotFound(refusal.message);
  if (refusal instanceof Contradiction) return new Conflict(refusal.message);
  if (refusal instanceof OverLimit) return new TooLarge(refusal.message);
  if (refusal instanceof Denied) return new Forbidden(refusal.message);
  return new BadRequest(refusal.message);
}
