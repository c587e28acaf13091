import type { Context, Rule, Schema } from "./redocly-types.ts";

/**
 * A string with a `pattern` says in its `title` what is wanted, as "a project as entity/project": a
 * refusal says that, since few people read expressions.
 */
export const patternSaysWhat: Rule = () => ({
  Schema(schema: Schema, context: Context): void {
    if (schema.pattern === undefined || schema.title) return;
    context.report({
      message: "A pattern needs a title that says what is wanted: a project as entity/project.",
      location: context.location.child("pattern"),
    });
  },
});
