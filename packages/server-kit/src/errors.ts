/** Members that an error adds to its answer beside the reason, such as `error_code`. */
export type Extras = Readonly<Record<string, unknown>>;

/**
 * An answer other than success, thrown anywhere below a handler.
 *
 * `reason` is written for the person who made the request: it says what was wrong and what to do,
 * and never quotes another request, a path of this machine or an engine's message.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly extras: Extras;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    reason: string,
    extras: Extras = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(reason);
    this.name = new.target.name;
    this.status = status;
    this.reason = reason;
    this.extras = extras;
    this.headers = headers;
  }
}

/** 400: malformed, or a value that breaks a rule. */
export class BadRequest extends ApiError {
  constructor(reason: string, extras?: Extras) {
    super(400, reason, extras);
  }
}

/** 400: a body that cannot be read for what it should be: no JSON, no UTF-8, cut short. */
export class MalformedBody extends BadRequest {}

/** 401: no credentials, or wrong ones. Asks for Basic credentials, as browsers and SDKs expect. */
export class Unauthorized extends ApiError {
  constructor(reason: string = "Not authenticated", extras?: Extras) {
    super(401, reason, extras, { "WWW-Authenticate": 'Basic realm="heddle", charset="UTF-8"' });
  }
}

/** 403: known, and not allowed. */
export class Forbidden extends ApiError {
  constructor(reason: string = "Forbidden", extras?: Extras) {
    super(403, reason, extras);
  }
}

/**
 * 404: not there, or not for this caller. Takes a whole sentence, or what was looked for and its id.
 *
 * @example
 * new NotFound("Call 0198c5e2 was deleted yesterday");
 * new NotFound("call", id); // "Call 0198c5e2 not found"
 */
export class NotFound extends ApiError {
  constructor(reason?: string, extras?: Extras);
  constructor(what: string, id: string | undefined, extras?: Extras);
  constructor(reason: string = "Not found", second?: Extras | string, extras?: Extras) {
    if (typeof second === "string") super(404, absence(reason, second), extras);
    else super(404, reason, second ?? extras);
  }
}

/** 405: the path takes other methods, listed as `Allow` writes them. */
export class MethodNotAllowed extends ApiError {
  constructor(method: string, path: string, allowed: string) {
    super(405, `${path.slice(0, 200)} takes ${allowed}, not ${method}.`, {}, { Allow: allowed });
  }
}

/** 408: the request came slower than the server waits for it. The connection is closed after it. */
export class RequestTimeout extends ApiError {
  constructor(reason: string, extras?: Extras) {
    super(408, reason, extras, { Connection: "close" });
  }
}

/** 409: contradicts what is stored. */
export class Conflict extends ApiError {
  constructor(reason: string, extras?: Extras) {
    super(409, reason, extras);
  }
}

/** 413: over a size limit. */
export class TooLarge extends ApiError {
  constructor(reason: string = "Request too large", extras?: Extras) {
    super(413, reason, extras);
  }
}

/** 415: a body of a media type that the operation does not take. */
export class UnsupportedMediaType extends ApiError {
  constructor(reason: string, extras?: Extras) {
    super(415, reason, extras);
  }
}

/** 422: well formed, and not what the operation takes. */
export class Unprocessable extends ApiError {
  constructor(reason: string, extras?: Extras) {
    super(422, reason, extras);
  }
}

/** 429: this caller has too much under way. */
export class TooManyRequests extends ApiError {
  constructor(reason: string, retryAfterS: number, extras?: Extras) {
    super(429, reason, extras, retryAfter(retryAfterS));
  }
}

/** 500: our fault. The reason is fixed: what happened belongs in the log. */
export class InternalError extends ApiError {
  constructor(reason: string = "Internal server error", extras?: Extras) {
    super(500, reason, extras);
  }
}

/**
 * 501: an operation of the document that nobody has built yet. Says that trying again is no use,
 * since clients take every status from 500 on for an accident.
 */
export class NotBuilt extends ApiError {
  constructor(operationId: string, hint?: string) {
    super(501, notBuiltReason(operationId, hint), {}, { "X-Should-Retry": "false" });
  }
}

/** What an operation without a handler answers, under whatever status its service says it. */
export function notBuiltReason(
  operationId: string,
  hint: string = "; docs/status.md lists what is",
): string {
  return `${operationId} is not built yet${hint}`;
}

/** 503: nobody is served just now. */
export class Unavailable extends ApiError {
  constructor(reason: string, retryAfterS: number, extras?: Extras) {
    super(503, reason, extras, retryAfter(retryAfterS));
  }
}

/** 504: the work took longer than it may. */
export class GatewayTimeout extends ApiError {
  constructor(reason: string, extras?: Extras) {
    super(504, reason, extras);
  }
}

/** 507: nothing more can be stored; reads go on. */
export class StorageFull extends ApiError {
  constructor(reason: string, extras?: Extras) {
    super(507, reason, extras);
  }
}

/** One thing that does not fit the schema of a request. */
export interface Issue {
  /** Where: `["body", "batch", 0, "req"]`. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  /** The refused value, cut short. */
  readonly input?: unknown;
}

/** What does not fit the schema, as a list: 422, or what the service says (`ServiceSpec.refusals`). */
export class InvalidRequest extends ApiError {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[], status: number = 422) {
    const [first] = issues;
    super(status, first ? `${first.loc.join(".")}: ${first.msg}` : "The request is not valid");
    this.issues = issues;
  }
}

/** Values that fit their types and break a rule, where the spec says `x-invalid-status`. */
export class InvalidValue extends ApiError {
  readonly issues: readonly Issue[];

  constructor(status: number, issues: readonly Issue[]) {
    super(status, issues.map(({ loc, msg }) => `${loc.slice(1).join(".")}: ${msg}`).join("; "));
    this.issues = issues;
  }
}

/**
 * Throws where an expression is due.
 *
 * @example
 * return reply(200, (await store.find(id)) ?? fail(new NotFound(`Object ${id} not found`)));
 */
export function fail(error: Error): never {
  throw error;
}

function absence(what: string, id: string): string {
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} ${id.slice(0, 200)} not found`;
}

function retryAfter(seconds: number): Record<string, string> {
  return { "Retry-After": String(Math.max(1, Math.ceil(seconds))) };
}
