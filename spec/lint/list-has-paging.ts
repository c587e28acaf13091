import type { Context, Operation, Rule } from "./redocly-types.ts";
import { bodySchema, member } from "./schema-walk.ts";

const listVerb = /\.(?:list|query)$/;

/** An operation that lists takes `limit` and `offset`, or says in `x-unpaged` why it does not. */
export const listHasPaging: Rule = () => ({
  Operation(operation: Operation, context: Context) {
    if (!listVerb.test(operation.operationId ?? "") || operation["x-unpaged"]) return;
    const parameters = (operation.parameters ?? []).map((one) => context.resolve(one).node?.name);
    const body = bodySchema(operation, context);
    for (const name of ["limit", "offset"]) {
      if (parameters.includes(name) || (body && member(body, name, context).length > 0)) continue;
      context.report({
        message: `A list takes "${name}", or says in x-unpaged why it has no pages.`,
        location: context.location.child("operationId"),
      });
    }
  },
});
