import type { ProjectId } from "../../access/project-id.ts";

/** A model that is being trained: an adapter over a base model. */
export interface TrainedModel {
  /** Also the engine's key of the model. */
  readonly id: string;
  readonly projectId: ProjectId;
  readonly entity: string;
  readonly project: string;
  readonly name: string;
  /** The name that the creator gave to the base model. */
  readonly baseModel: string;
  /** The base model of the engine that this name stood for at creation. */
  readonly baseId: string;
  readonly runId: string | null;
  /** ISO-8601, UTC. */
  readonly createdAt: string;
}
