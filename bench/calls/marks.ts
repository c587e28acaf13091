/** The values that differ from call to call when a call's text is made from a template. */
export interface CallMarks {
  readonly id: string;
  readonly traceId: string;
  /** The parent of a call that is not the root of its trace. */
  readonly parentId: string;
  /** With microseconds, as on the wire. */
  readonly startedAt: string;
  readonly endedAt: string;
}

export type MarkName = keyof CallMarks;

/**
 * Placeholder values in templates. No other text looks like them, and they are as long as real
 * values.
 */
export const wireMarks: CallMarks = {
  id: "00000000-0000-7000-8000-00000000a001",
  traceId: "00000000-0000-7000-8000-00000000a002",
  parentId: "00000000-0000-7000-8000-00000000a003",
  startedAt: "1987-01-02T03:04:05.000001Z",
  endedAt: "1987-01-02T03:04:05.000002Z",
};

/** A time in the form of the store's columns. */
export function columnTime(wireTime: string): string {
  return wireTime.replace("T", " ").slice(0, -1);
}

/** The same calls as rows. */
export const rowMarks: CallMarks = {
  ...wireMarks,
  startedAt: columnTime(wireMarks.startedAt),
  endedAt: columnTime(wireMarks.endedAt),
};

/** The marks that every whole call has. */
export const lifeMarks: readonly MarkName[] = ["id", "startedAt", "endedAt"];
