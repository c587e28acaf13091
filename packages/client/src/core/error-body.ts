/** One fault of a request. */
export interface ValidationIssue {
  /** The path to the fault, from the outside in: `["body", "limit"]`. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

const maxLength = 500;

/**
 * The server's message, from any shape in which services answer errors: `{ error: { message } }`,
 * `{ reason }`, `{ detail }` with a sentence or a list of faults, or plain text. Long messages are
 * cut.
 */
export function messageOf(body: unknown): string {
  const { error, reason, detail, message } = fields(body);
  const said = [fields(error)["message"], error, reason, message, detail, body].find(
    (value) => typeof value === "string" && value !== "",
  ) as string | undefined;
  return (said ?? issuesOf(body).map(sentenceOf).join("; ")).slice(0, maxLength);
}

/** The service's code: a word or a number. */
export function codeOf(body: unknown): string | number | undefined {
  const { error, code, error_code, error_type } = fields(body);
  const { code: inner, type } = fields(error);
  return [inner, type, code, error_code, error_type].find(Boolean) as string | number | undefined;
}

/** The faults that a 422 lists. */
export function issuesOf(body: unknown): readonly ValidationIssue[] {
  const { detail } = fields(body);
  return Array.isArray(detail) ? detail : [];
}

/**
 * The HTTP status that fits an error inside a stream. Engines send the number as `code`, services
 * send a `type`.
 */
export function statusOf(error: unknown): number {
  const { code, type } = fields(error);
  if (typeof code === "number" && code >= 400 && code < 600) return code;
  // Only these errors can happen after a stream has begun; all others are refused before. The type
  // is read as JSON, because an unknown value may have no text form.
  const kind = JSON.stringify(type);
  if (/rate_limit/.test(kind)) return 429;
  if (/overloaded/.test(kind)) return 503;
  return /invalid_request/.test(kind) ? 400 : 500;
}

/** The members of an object; empty for any other value. */
export function fields(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value) as Readonly<Record<string, unknown>>;
}

function sentenceOf(issue: unknown): string {
  const { loc, msg } = fields(issue);
  try {
    return `${[loc].flat().join(".")}: ${String(msg)}`;
  } catch {
    return ""; // { "toString": null } has no text
  }
}
