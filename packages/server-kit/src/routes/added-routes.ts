import type { Hook } from "@hono/zod-openapi";
import type { Env, ValidationTargets } from "hono";
import { HTTPException } from "hono/http-exception";
import { ApiError, InvalidRequest, MalformedBody, UnsupportedMediaType } from "../errors.ts";
import { issuesOf } from "../validate/issues.ts";

const places: Readonly<Record<keyof ValidationTargets, string>> = {
  json: "body",
  form: "body",
  param: "path",
  query: "query",
  header: "header",
  cookie: "cookie",
};

/** Refuses a request that does not fit a route which was added to the app of a service. */
export const refuseInvalid: Hook<unknown, Env, string, void> = (result) => {
  if (result.success) return;
  // On failure, too, the validator gives the value that it was called with.
  const { data } = result as { readonly data?: unknown };
  throw new InvalidRequest(issuesOf(result.error, data, places[result.target]));
};

/** What Hono's own middleware throws, as an error of the kit. */
export function asRefusal(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (!(error instanceof HTTPException) || error.status >= 500) return undefined;
  if (error.status === 400) return new MalformedBody(error.message);
  if (error.status === 415) return new UnsupportedMediaType(error.message);
  return new ApiError(error.status, error.message);
}
