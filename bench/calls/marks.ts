/** What differs from call to call where the text of a call is made from a template. */
export interface CallMarks {
  readonly id: string;
  readonly traceId: string;
  /** Of a call that is not the root of its trace. */
  readonly parentId: string;
  /** As on the wire, to the microsecond. */
  readonly startedAt: string;
  readonly endedAt: string;
}

export type MarkName = keyof CallMarks;

/** Values that stand in templates. No other text is like them, and every value is as long. */
export const wireMarks: CallMarks = {
  id: "00000000-0000-7000-8000-00000000a001",
  traceId: "00000000-0000-7000-8000-00000000a002",
  parentId: "00000000-0000-7000-8000-00000000a003",
  startedAt: "1987-01-02T03:04:05.000001Z",
  endedAt: "1987-01-02T03:04:05.000002Z",
};

/** A time as the columns of the store are written. */
export function columnTime(wireTime: string): string {
  return wireTime.replace("T", " ").slice(0, -1);
}

/** The same calls as rows. */
export const rowMarks: CallMarks = {
  ...wireMarks,
  startedAt: columnTime(wireMarks.startedAt),
  endedAt: columnTime(wireMarks.endedAt),
};
