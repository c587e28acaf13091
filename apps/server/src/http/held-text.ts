import type { Context } from "hono";
import { currentRequest } from "../budgets/current-request.ts";
import type { HttpEnv } from "./env.ts";

/**
 * Answers with a text. Sending makes a copy, which counts as held until the client has taken it.
 */
export function heldText(
  c: Context<HttpEnv>,
  text: string,
  headers: Readonly<Record<string, string>>,
): Response {
  currentRequest()?.hold(text.length);
  return c.body(text, 200, headers);
}
