/** What a model was after one of its training jobs. */
export interface Checkpoint {
  readonly id: string;
  /** 0 for the untrained model; each job adds one. */
  readonly step: number;
  /** The engine's version of the published weights; null for the untrained model: its base model. */
  readonly samplerVersion: string | null;
  /** The engine's name of its training state, which the next job starts from; null for the untrained model. */
  readonly stateName: string | null;
  /** The kind of the job that made it; null for the untrained model. */
  readonly jobKind: string | null;
  /** Numbers by name. */
  readonly metrics: Readonly<Record<string, number>>;
  /** ISO-8601, UTC. */
  readonly createdAt: string;
}
