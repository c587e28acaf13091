import type { SchemaObject } from "../document/openapi.ts";

/** What a schema is made plain in. */
export interface PlainPlace {
  readonly pointer: string;
  readonly isStrict: boolean;
  warn(pointer: string, message: string): void;
  /** What a reference leads to, or `undefined` where that is nowhere. */
  readonly lookUp: (ref: string) => SchemaObject | undefined;
}
