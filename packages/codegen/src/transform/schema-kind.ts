import type { Context } from "../document/context.ts";
import type { SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import type { Code } from "../print/code.ts";

/** The surroundings of a schema that is transformed. */
export interface SchemaScope {
  readonly context: Context;
  /** The pointer of the current schema; errors name it. */
  readonly pointer: string;
  /** The code for a named schema here. */
  readonly reference: (name: string) => Code;
  /**
   * Whether a named schema is defined only after this code has run, as in a cycle. A property that
   * leads there becomes a getter; other places use `z.lazy`.
   */
  readonly isLater: (name: string) => boolean;
  /** Zod code for a schema at `members` below the current schema. */
  zod(schema: SchemaObject, ...members: readonly (string | number)[]): Code;
  /** The scope of a part at `members` below, for kinds that transform a part themselves. */
  below(...members: readonly (string | number)[]): SchemaScope;
  /** Like `zod`, for code that runs only after all named schemas are defined. */
  zodLater(schema: SchemaObject, ...members: readonly (string | number)[]): Code;
}

/** A schema in zod, and the members of its description that zod would not write. */
export interface ZodParts {
  readonly code: Code;
  /** Members that replace or complete the generated description. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Whether a union is described as `oneOf`; else it is `anyOf`. */
  readonly isOneOf?: boolean;
}

/** Writes one kind of schema in zod. */
export interface SchemaKind {
  /** In messages: "an array". */
  readonly name: string;
  /** The keywords that this kind handles, besides `type` and annotations. */
  readonly keywords: readonly string[];
  zod(schema: SchemaKeywords, scope: SchemaScope): ZodParts;
}
