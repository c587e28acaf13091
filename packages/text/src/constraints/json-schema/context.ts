import type { GrammarWriter } from "../ebnf.ts";
import type { Schema } from "./schema.ts";

/** What writers of parts of a schema's grammar need of the whole. */
export interface SchemaContext {
  readonly writer: GrammarWriter;
  /** The whole schema, where references lead. */
  readonly root: unknown;
  /** Expressions of `,` and `:` between members, and of what may stand inside brackets next to them. */
  readonly comma: string;
  readonly colon: string;
  readonly padding: string;
  /** Whether objects that do not say so may have further properties. */
  readonly isOpen: boolean;
  /** Expressions of the values that a schema allows, each once, where it lists them; null where it does not. */
  listedIn(schema: Schema, pointer: string): readonly string[] | null;
  /** An expression for the values that a schema allows; null where there are none. */
  valueOf(schema: Schema, pointer: string, depth: number): string | null;
}
