/** What a check of `heddle doctor` found. */
export interface Finding {
  readonly verdict: "ok" | "note" | "wrong";
  /** What was looked at. */
  readonly subject: string;
  /** What is so, and what to do about it where something is to be done. */
  readonly says: string;
}

/** All is well. */
export function ok(subject: string, says: string): Finding {
  return { verdict: "ok", subject, says };
}

/** The server works, and somebody should know. */
export function note(subject: string, says: string): Finding {
  return { verdict: "note", subject, says };
}

/** The server would not start or not work. */
export function wrong(subject: string, says: string): Finding {
  return { verdict: "wrong", subject, says };
}
