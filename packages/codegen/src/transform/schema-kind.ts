import type { Context } from "../document/context.ts";
import type { SchemaKeywords, SchemaObject } from "../document/openapi.ts";
import type { Code } from "../print/code.ts";

/** What a schema is transformed in. */
export interface SchemaScope {
  readonly context: Context;
  /** Of the schema at hand; errors name it. */
  readonly pointer: string;
  /** What a named schema is called here. */
  readonly reference: (name: string) => Code;
  /**
   * Whether a named schema is defined only after the code at hand has run, as in a cycle. A
   * property that leads there becomes a getter; elsewhere `z.lazy` has to do.
   */
  readonly isLater: (name: string) => boolean;
  /** Zod code of a schema at `members` below the one at hand. */
  zod(schema: SchemaObject, ...members: readonly (string | number)[]): Code;
  /** The scope of a part at `members` below, for kinds that take a part over themselves. */
  below(...members: readonly (string | number)[]): SchemaScope;
  /** As `zod`, for code that runs only once all named schemas are defined. */
  zodLater(schema: SchemaObject, ...members: readonly (string | number)[]): Code;
}

/** A schema in zod, and what the document has to say that zod's own description would lack. */
export interface ZodParts {
  readonly code: Code;
  /** Members that replace or complete the generated description. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Whether a union is described as `oneOf`; else it is `anyOf`. */
  readonly isOneOf?: boolean;
}

/** How one kind of schema is written in zod. */
export interface SchemaKind {
  /** In messages: "an array". */
  readonly name: string;
  /** The keywords it takes care of, besides `type` and annotations. */
  readonly keywords: readonly string[];
  zod(schema: SchemaKeywords, scope: SchemaScope): ZodParts;
}
