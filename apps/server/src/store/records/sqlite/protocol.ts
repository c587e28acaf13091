/** What the worker is asked; it answers in the order of asking, but for what was withdrawn. */
export type Request =
  | { readonly id: number; readonly kind: "open"; readonly file: string }
  | {
      readonly id: number;
      readonly kind: "execute";
      /** The reader sees what is committed; only the writer may write. */
      readonly on: "reader" | "writer";
      readonly sql: string;
      readonly parameters: readonly unknown[];
    }
  /** Ends the writer's transaction, if the engine has not already done so itself. */
  | { readonly id: number; readonly kind: "rollback" }
  | { readonly id: number; readonly kind: "close" };

/** What one statement gave. */
export interface Result {
  readonly rows: readonly unknown[];
  /** Rows inserted, updated or deleted; absent for a statement that returns rows. */
  readonly changes?: number;
}

/** The worker's answer to the request of the same id. */
export type Reply =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly failure: { readonly code: string; readonly message: string } };
