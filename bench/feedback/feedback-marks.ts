/** The values that differ from piece to piece when feedback is made from a template. */
export interface FeedbackMarks {
  readonly id: string;
  /** The call that the feedback is about. */
  readonly callId: string;
  /** The call of the scorer. */
  readonly madeBy: string;
  /** A number from 0 to 1 with six decimals. */
  readonly score: string;
  /** The moment of the write, in the form of the store's columns. */
  readonly createdAt: string;
  /** The same in µs. */
  readonly version: string;
}

export type FeedbackMark = keyof FeedbackMarks;

/** The moment at which the rows of templates are made. */
export const templateUs: number = Date.UTC(2001, 0, 2, 3, 4, 5) * 1000 + 617_283;

/** Placeholder values: no other text looks like them, and they are as long as real values. */
export const feedbackMarks: FeedbackMarks = {
  id: "00000000-0000-7000-8000-00000000b001",
  callId: "00000000-0000-7000-8000-00000000b002",
  madeBy: "00000000-0000-7000-8000-00000000b003",
  score: "0.424243",
  createdAt: columnMoment(templateUs),
  version: String(templateUs),
};

/** A moment, in µs since 1970, in the form of the store's columns. */
export function columnMoment(us: number): string {
  const [ms, micros] = [Math.floor(us / 1000), us % 1000];
  const text = new Date(ms).toISOString().replace("T", " ").slice(0, -1);
  return text + micros.toString().padStart(3, "0");
}
