import type { Context, Operation, Rule } from "./redocly-types.ts";

/**
 * An operation that readers may call has nothing that only a write has.
 *
 * The kit checks the role of a key against `x-access`, so `read` on a write would let every reader
 * write. The server refuses such a write at run time, too.
 */
export const readersDoNotWrite: Rule = () => ({
  Operation(operation: Operation, context: Context) {
    const { "x-access": access, operationId = "" } = operation;
    if (access !== "read" && access !== "public") return;
    const report = (trait: string, at: string | readonly string[]): void =>
      context.report({
        message: `${operationId} has x-access: ${access} and ${trait}, which only a write has: say x-access: write, or leave it out.`,
        location: context.location.child(at),
      });
    if (operation["x-idempotent"] !== undefined) report("x-idempotent", "x-idempotent");
    if (operation.responses?.["507"]) report("a response 507", ["responses", "507"]);
  },
});
