import type { Context, Operation, Rule } from "./redocly-types.ts";
import { answerSchemas, bodySchema, member } from "./schema-walk.ts";

const listVerb = /\.(?:list|query)$/;

/**
 * An operation that lists takes `limit` and `offset`, or, where its answer is a page with `data` and
 * `has_more`, `limit` and `after`; or it says in `x-unpaged` why it has no pages.
 */
export const listHasPaging: Rule = () => ({
  Operation(operation: Operation, context: Context) {
    const isPage = answerSchemas(operation, context).some((answer) =>
      ["data", "has_more"].every((name) => member(answer, name, context).length > 0),
    );
    const isList = isPage || listVerb.test(operation.operationId ?? "");
    if (!isList || operation["x-unpaged"]) return;
    const parameters = (operation.parameters ?? []).map((one) => context.resolve(one).node?.name);
    const body = bodySchema(operation, context);
    for (const name of ["limit", isPage ? "after" : "offset"]) {
      if (parameters.includes(name) || (body && member(body, name, context).length > 0)) continue;
      context.report({
        message: `A list takes "${name}", or says in x-unpaged why it has no pages.`,
        location: context.location.child("operationId"),
      });
    }
  },
});
