/** A model to create. */
export interface ModelRequest {
  readonly entity: string;
  readonly project: string;
  readonly name: string;
  readonly baseModel: string;
  /** Whether a model with this name answers, on whatever base. */
  readonly returnsExisting: boolean;
  readonly idempotencyKey: string | undefined;
}
