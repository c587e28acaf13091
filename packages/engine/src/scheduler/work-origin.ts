/** What every piece of work brings along, whatever it computes. */
export interface WorkOrigin<Adapter> {
  readonly arrival: number;
  readonly adapter: Adapter | null;
  /** See `SequenceWork.space`. */
  readonly space: string;
  /** Called once when the work is over, however it ended; its adapter is no longer needed. */
  readonly done: () => void;
}
