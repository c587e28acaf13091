/** A document that a client sends, and what it needs to be answered. */
export interface SdkDocument {
  /** Who sends it, and when. */
  readonly sentBy: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Members of `data` for the writer `ada` of `acme`, whose projects are `research` and `support`. */
  readonly data: object;
}
