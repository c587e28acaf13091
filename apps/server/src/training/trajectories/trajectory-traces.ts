import type { RecordsWriter } from "../../store/records/records.ts";

/** Trajectories that came together. */
export interface AcceptedTrajectories {
  /** Of their job, or of their file. */
  readonly id: string;
  /** null for trajectories that were only logged. */
  readonly jobId: string | null;
  readonly modelId: string;
  /** The name of the model. */
  readonly model: string;
  readonly entity: string;
  readonly project: string;
  readonly split: string;
  /** The newest step when they came. */
  readonly step: number;
  /** The blob with the trajectories. */
  readonly digest: string;
  /** Who sent them. */
  readonly userName: string;
  /** ISO-8601, UTC. */
  readonly createdAt: string;
}

/** Makes traces of trajectories. Whoever accepts some marks them, and does not wait for their traces. */
export interface TrajectoryTraces {
  /** Off: nothing becomes a trace, and `mark` does nothing. */
  readonly isOn: boolean;
  /** Marks trajectories in the transaction that accepts them, so that a crash forgets none. */
  mark(tx: RecordsWriter, accepted: AcceptedTrajectories): Promise<void>;
  /** Begins to make traces of what is marked. */
  begin(): void;
}
