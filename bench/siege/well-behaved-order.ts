/** Whom such a process stands for, and where it leaves what it saw. */
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
