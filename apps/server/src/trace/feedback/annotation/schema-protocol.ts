/** One question to the thread: does the value follow the schema? Both are JSON texts. */
export interface Question {
  readonly schema: string;
  readonly value: string;
}

/** What the thread says first, and after each question. */
export type Said =
  | "ready"
  | {
      /** How the value breaks the schema; null if it follows it. */
      readonly problem: string | null;
    }
  | {
      /** Why nothing can be checked against the schema. */
      readonly unusable: string;
    };
