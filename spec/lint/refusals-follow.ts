import { differences, type WrittenResponse } from "../refusals/compare.ts";
import type { Context, Operation, Rule } from "./redocly-types.ts";

/**
 * The refusals of an operation are those that follow from its access, its projects, its parameters
 * and its body, or say more than those. `npm run spec:fix` writes them.
 */
export const refusalsFollow: Rule = () => ({
  Operation(operation: Operation, context: Context) {
    const parameters = (operation.parameters ?? []).map((one) => context.resolve(one).node ?? {});
    const responses = (operation.responses ?? {}) as Readonly<Record<string, WrittenResponse>>;
    const file = context.location.source.absoluteRef;
    for (const { message } of differences({ ...operation, parameters }, responses, file)) {
      context.report({
        message: `${message} \`npm run spec:fix\` writes what follows (spec/refusals/table.ts).`,
        location: context.location.child("responses"),
      });
    }
  },
});
