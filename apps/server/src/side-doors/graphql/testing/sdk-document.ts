/** A document that a client sends, and the answer that it needs. */
export interface SdkDocument {
  /** The client that sends it, and its versions. */
  readonly sentBy: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Members of `data` for the writer `ada` of `acme`, whose projects are `research` and `support`. */
  readonly data: object;
}
