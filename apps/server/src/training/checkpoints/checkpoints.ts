import { randomUUID } from "node:crypto";
import type { Records } from "../../store/records/records.ts";
import { refuseStepsInUse } from "../jobs/unfinished-jobs-sql.ts";
import { CursorNotFound } from "../pages/cursor-not-found.ts";
import type { Checkpoint } from "./checkpoint.ts";
import {
  advanceStep,
  type AlsoAdded,
  CheckpointsStore,
  deleteCheckpoints,
  insertCheckpoint,
  stepsOf,
} from "./checkpoints-sql.ts";
import { type Point, PointsStore } from "./points-sql.ts";

/** What checkpoints stand on. */
export interface CheckpointsOptions {
  readonly records: Records;
  /** Called after published weights were marked for deletion. */
  readonly onRetired: () => void;
  readonly now?: () => Date;
}

/** A page of a list of checkpoints. */
export interface CheckpointPage {
  /** The id of the last checkpoint of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
  readonly order: "asc" | "desc";
}

/** What a deletion took away. */
export interface DeletedCheckpoints {
  readonly count: number;
  /** Steps of the request without a checkpoint, each once. */
  readonly notFound: readonly number[];
}

/** The published weights of the next step, and what is known of them. */
export interface NextCheckpoint {
  readonly samplerVersion: string;
  /** The training state of the same weights; null where no job can start from them. */
  readonly stateName: string | null;
  /** The kind of the job. */
  readonly jobKind: string | null;
  readonly metrics: Readonly<Record<string, number>>;
}

/** What models were after each of their training jobs. */
export class Checkpoints {
  readonly #records: Records;
  readonly #store: CheckpointsStore;
  readonly #points: PointsStore;
  readonly #onRetired: () => void;
  readonly #now: () => Date;

  constructor({ records, onRetired, now }: CheckpointsOptions) {
    this.#records = records;
    this.#store = new CheckpointsStore(records);
    this.#points = new PointsStore(records);
    this.#onRetired = onRetired;
    this.#now = now ?? (() => new Date());
  }

  /**
   * The checkpoints of a model by step, one more than `limit` if there are more.
   *
   * @throws CursorNotFound
   */
  async list(
    modelId: string,
    { after: id, limit, order }: CheckpointPage,
    signal: AbortSignal,
  ): Promise<readonly Checkpoint[]> {
    const after = id === undefined ? undefined : await this.#store.withId(modelId, id, signal);
    if (id !== undefined && after === undefined) throw new CursorNotFound("checkpoint");
    return await this.#store.list(modelId, { after, limit: limit + 1, order }, signal);
  }

  /**
   * The points of a model's curve by step, one more than `limit` if there are more, each with the metrics alone whose
   * names begin with `prefix`.
   *
   * @throws CursorNotFound
   */
  async points(
    modelId: string,
    prefix: string,
    { after: id, limit, order }: CheckpointPage,
    signal: AbortSignal,
  ): Promise<readonly Point[]> {
    const after = id === undefined ? undefined : await this.#points.withId(modelId, id, signal);
    if (id !== undefined && after === undefined) throw new CursorNotFound("point");
    const found = await this.#points.list(modelId, { after, limit: limit + 1, order }, signal);
    return found.map((point) => {
      const named = Object.entries(point.metrics).filter(([name]) => name.startsWith(prefix));
      return { ...point, metrics: Object.fromEntries(named) };
    });
  }

  /**
   * Adds the checkpoint of a finished job: its step is one more than the highest there ever was. The
   * weights must be published before. `also` runs in the same transaction.
   *
   * @throws ModelNotFound if the model was deleted meanwhile, and the errors of `also`; then nothing is added
   */
  async add(
    modelId: string,
    next: NextCheckpoint,
    also: AlsoAdded = async () => {},
  ): Promise<Checkpoint> {
    const id = randomUUID();
    const createdAt = this.#now().toISOString();
    return await this.#records.transaction(async (tx) => {
      const step = await advanceStep(tx, modelId);
      const checkpoint = { ...next, id, step, createdAt };
      await insertCheckpoint(tx, { ...checkpoint, modelId });
      await also(tx, checkpoint);
      return checkpoint;
    });
  }

  /**
   * Deletes the checkpoints of these steps, for good. A repeat finds none of them.
   *
   * @throws StepInUse if a running job starts from one of them, ReferenceInUse if a job is held near to one; then
   *   nothing is deleted
   */
  async delete(modelId: string, steps: readonly number[]): Promise<DeletedCheckpoints> {
    const wanted = new Set(steps);
    const found = await this.#records.transaction(async (tx) => {
      const present = await stepsOf(tx, modelId);
      const chosen = present.filter(({ step }) => wanted.has(step));
      await refuseStepsInUse(tx, modelId, wanted);
      await deleteCheckpoints(tx, modelId, chosen);
      return chosen;
    });
    this.#onRetired();
    for (const { step } of found) wanted.delete(step);
    return { count: found.length, notFound: [...wanted] };
  }
}
