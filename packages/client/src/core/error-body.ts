/** One thing that is wrong with a request. */
export interface ValidationIssue {
  /** Where, from the outside in: `["body", "limit"]`. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
}

const maxLength = 500;

/**
 * What the server says, out of the shapes that services answer errors in: `{ error: { message } }`,
 * `{ reason }`, `{ detail }` with a sentence or a list of faults, a text. Long ones are cut.
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
 * The status that an error inside a stream would have had as an answer. Engines send the number
 * as `code`, services a `type`.
 */
export function statusOf(error: unknown): number {
  const { code, type } = fields(error);
  if (typeof code === "number" && code >= 400 && code < 600) return code;
  // What can still happen when a stream has begun; the rest is refused before. As JSON, since what
  // a stranger sends need not turn into a text.
  const kind = JSON.stringify(type);
  if (/rate_limit/.test(kind)) return 429;
  if (/overloaded/.test(kind)) return 503;
  return /invalid_request/.test(kind) ? 400 : 500;
}

/** The members of an object; of anything else, none. */
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
