import type { ApiError } from "../errors.ts";
import { serialise } from "../raw-json.ts";

/** The answer to a refused request, its body in the shape of a service. */
export function errorResponse(error: ApiError, body: unknown, requestId: string): Response {
  return new Response(serialise(body), {
    status: error.status,
    headers: {
      "Content-Type": "application/json",
      "X-Request-Id": requestId,
      ...error.headers,
    },
  });
}
