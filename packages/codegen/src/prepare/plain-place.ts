import type { SchemaObject } from "../document/openapi.ts";

/** The surroundings of a schema that is made plain. */
export interface PlainPlace {
  readonly pointer: string;
  readonly isStrict: boolean;
  warn(pointer: string, message: string): void;
  /** The target of a reference, or `undefined` if it has none. */
  readonly lookUp: (ref: string) => SchemaObject | undefined;
}
