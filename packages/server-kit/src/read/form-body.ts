import type { z } from "@hono/zod-openapi";
import { coerce, namedMember } from "./coerce.ts";
import { leaf, nest, piecesOf } from "./nested.ts";
import { type JsonLimits, tooManyMembers } from "./json-limits.ts";
import { decode, pairsOf } from "./search.ts";

/**
 * The value of a url-encoded form: texts become the types that the schema takes, repeated names
 * become arrays, and brackets nest (`a[b]=1`). A member that is not a scalar may also be JSON, as
 * in OpenAPI.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#support-for-x-www-form-urlencoded-request-bodies
 */
export function parseForm(
  text: string,
  schema: z.ZodType | undefined,
  limits: JsonLimits,
): unknown {
  const root = leaf([]);
  let members = 0;
  for (const { name, encoded } of pairsOf(text)) {
    if (++members > limits.members) throw tooManyMembers(limits.members);
    // A member may itself be called `ids[]`.
    const pieces = namedMember(schema, name) ? [name] : piecesOf(name);
    nest(root, pieces, decode(encoded), limits.depth);
  }
  return root.members.size === 0 ? {} : coerce(schema, root);
}
