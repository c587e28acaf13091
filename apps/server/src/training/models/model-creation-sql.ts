import { randomBytes, randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { WritableProject } from "../../access/project-id.ts";
import type { RecordsReader } from "../../store/records/records.ts";
import type { Schema } from "../../store/records/schema.ts";
import { insertCheckpoint } from "../checkpoints/checkpoints-sql.ts";
import { digestOfBody, keptAnswer, type Repeatable } from "../repeats/kept-answers-sql.ts";
import { ModelExists } from "./model-refusals.ts";
import type { ModelRequest } from "./model-request.ts";
import { insertModel, modelNamed, type NewModel } from "./models-sql.ts";
import type { TrainedModel } from "./trained-model.ts";

/** The operation of creations, in `kept_answers`. */
const createScope = "models.create";

/**
 * The model that answers a request that was sent before, or whose name is taken.
 *
 * @throws KeyReused, ModelExists
 */
export async function createdBefore(
  db: RecordsReader,
  project: WritableProject,
  request: ModelRequest,
  now: Date,
): Promise<TrainedModel | undefined> {
  const kept = await keptAnswer(db, project.id, creation(request), now);
  if (kept !== undefined) return kept as TrainedModel;
  const existing = await modelNamed(db, project.id, request.name);
  if (existing === undefined || request.returnsExisting) return existing;
  throw new ModelExists(request.name, project.name);
}

/** A creation, for repeats of it. */
export function creation({ idempotencyKey: key, ...body }: ModelRequest): Repeatable {
  return { scope: createScope, key, bodyDigest: digestOfBody(body) };
}

type Untrained = Omit<NewModel, "id" | "runId" | "createdAt">;

/** Records a model with its checkpoint 0, which is its base model: a fresh adapter changes nothing. */
export async function insertUntrained(
  tx: Transaction<Schema>,
  { projectId, entity, project, name, baseModel, baseId }: Untrained,
  now: Date,
): Promise<TrainedModel> {
  const id = randomUUID();
  const createdAt = now.toISOString();
  const named = { projectId, entity, project, name, baseModel, baseId };
  const model = { ...named, id, runId: newRunId(), createdAt };
  await insertModel(tx, model);
  const untrained = { step: 0, samplerVersion: null, stateName: null, jobKind: null, metrics: {} };
  await insertCheckpoint(tx, { ...untrained, id: randomUUID(), modelId: id, createdAt });
  return model;
}

/** Eight letters and digits, as trackers of experiments name runs. */
function newRunId(): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  return Array.from(randomBytes(8), (byte) => letters[byte % letters.length]).join("");
}
