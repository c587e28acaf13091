/** The order for a well-behaved process: its project, keys and pace, and the files of its logs. */
export interface WellBehavedOrder {
  readonly url: string;
  readonly project: string;
  readonly writeKey: string;
  readonly readKey: string;
  /** 1 is about a hundred calls a second. */
  readonly pace: number;
  readonly logFile: string;
  readonly acknowledgedFile: string;
}
