/** What a model was after one of its training jobs. */
export interface Checkpoint {
  readonly id: string;
  /** 0 for the untrained model; each job adds one. */
  readonly step: number;
  /** The engine's version of the published weights; null for the untrained model: its base model. */
  readonly samplerVersion: string | null;
  /** Numbers by name. */
  readonly metrics: Readonly<Record<string, number>>;
}
