import { randomUUID } from "node:crypto";
import type { Records } from "../../store/records/records.ts";
import { CursorNotFound } from "../pages/cursor-not-found.ts";
import type { Checkpoint } from "./checkpoint.ts";
import {
  advanceStep,
  CheckpointsStore,
  deleteCheckpoints,
  insertCheckpoint,
  stepsOf,
} from "./checkpoints-sql.ts";

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
  readonly metrics: Readonly<Record<string, number>>;
}

/** What models were after each of their training jobs. */
export class Checkpoints {
  readonly #records: Records;
  readonly #store: CheckpointsStore;
  readonly #onRetired: () => void;
  readonly #now: () => Date;

  constructor({ records, onRetired, now }: CheckpointsOptions) {
    this.#records = records;
    this.#store = new CheckpointsStore(records);
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
   * Adds the checkpoint of a finished job: its step is one more than the highest there ever was. The
   * weights must be published before.
   *
   * @throws ModelNotFound if the model was deleted meanwhile
   */
  async add(modelId: string, { samplerVersion, metrics }: NextCheckpoint): Promise<Checkpoint> {
    const id = randomUUID();
    const createdAt = this.#now().toISOString();
    return await this.#records.transaction(async (tx) => {
      const step = await advanceStep(tx, modelId);
      const checkpoint = { id, step, samplerVersion, metrics };
      await insertCheckpoint(tx, { ...checkpoint, modelId, createdAt });
      return checkpoint;
    });
  }

  /** Deletes the checkpoints of these steps, for good. A repeat finds none of them. */
  async delete(modelId: string, steps: readonly number[]): Promise<DeletedCheckpoints> {
    const wanted = new Set(steps);
    const found = await this.#records.transaction(async (tx) => {
      const present = await stepsOf(tx, modelId);
      const chosen = present.filter(({ step }) => wanted.has(step));
      await deleteCheckpoints(tx, modelId, chosen);
      return chosen;
    });
    this.#onRetired();
    for (const { step } of found) wanted.delete(step);
    return { count: found.length, notFound: [...wanted] };
  }
}
