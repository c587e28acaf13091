/** The result of one check of `heddle doctor`. */
export interface Finding {
  readonly verdict: "ok" | "note" | "wrong";
  /** The thing that was checked, such as `port`. */
  readonly subject: string;
  /** The result, and what to do if something must be done. */
  readonly says: string;
}

/** A finding that needs no attention. */
export function ok(subject: string, says: string): Finding {
  return { verdict: "ok", subject, says };
}

/** A finding that the user should know; the server works. */
export function note(subject: string, says: string): Finding {
  return { verdict: "note", subject, says };
}

/** A finding that keeps the server from starting or working. */
export function wrong(subject: string, says: string): Finding {
  return { verdict: "wrong", subject, says };
}
