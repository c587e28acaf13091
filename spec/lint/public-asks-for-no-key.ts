import type { Context, Operation, Rule } from "./redocly-types.ts";

/** `x-access: public` and an empty `security` say the same, to our kit and to everyone else's tools. */
export const publicAsksForNoKey: Rule = () => ({
  Operation(operation: Operation, context: Context) {
    const isPublic = operation["x-access"] === "public";
    const asksForNoKey = operation.security?.length === 0;
    if (isPublic === asksForNoKey) return;
    context.report({
      message: "An operation is public in both x-access and security, or in neither.",
      location: context.location.child("operationId"),
    });
  },
});
