/** A request to the worker. It answers in order, and skips requests that were withdrawn. */
export type Request =
  | { readonly id: number; readonly kind: "open"; readonly file: string }
  | {
      readonly id: number;
      readonly kind: "execute";
      /** The reader sees only committed rows; only the writer may write. */
      readonly on: "reader" | "writer";
      readonly sql: string;
      readonly parameters: readonly unknown[];
    }
  /** Ends the writer's transaction, if SQLite has not already done that itself. */
  | { readonly id: number; readonly kind: "rollback" }
  | { readonly id: number; readonly kind: "close" };

/** The result of one statement. */
export interface Result {
  readonly rows: readonly unknown[];
  /** Rows inserted, updated or deleted; absent for a statement that returns rows. */
  readonly changes?: number;
}

/** The worker's answer to the request with the same id. */
export type Reply =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly failure: { readonly code: string; readonly message: string } };
