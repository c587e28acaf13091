import type { CompiledQuery, Selectable, Transaction } from "kysely";
import type { Records, RecordsReader } from "../../store/records/records.ts";
import type { Schema } from "../../store/records/schema.ts";
import type {
  TrajectoryFilesTable,
  TrajectoryGroupPartsTable,
} from "../../store/records/training-schema.ts";
import type { Page } from "../pages/page.ts";
import type { GroupPart, IndexedTrajectory, KeptPart } from "./group-part.ts";
import type { PartId } from "./kept-ids.ts";

/** What parts have of their file. */
export type FileOfParts = Pick<KeptPart, "fileId" | "modelId" | "split" | "step" | "createdAt">;

/** Which parts a list has: those of a model, and of these alone. */
export interface PartsOf {
  readonly modelId: string;
  readonly step?: number | undefined;
  readonly split?: string | undefined;
  readonly jobId?: string | undefined;
}

/** A part, the blob that it stands in, and whether its trajectories become traces. */
export interface StoredPart extends KeptPart {
  readonly digest: string;
  readonly isTraced: boolean;
}

/** A part as it is recorded, with the members that it takes from its file. */
type PartRow = TrajectoryGroupPartsTable &
  Selectable<Pick<TrajectoryFilesTable, "job_id" | "digest" | "is_traced">>;

/** A question for parts that is not asked yet. */
export interface PartsQuery {
  execute(): Promise<readonly PartRow[]>;
  compile(): Pick<CompiledQuery, "sql" | "parameters">;
}

/** Rows of one statement; SQLite takes 32,766 parameters. */
const rowsAtOnce = 500;

/** Reads the parts of groups from the records. */
export class GroupPartsStore {
  readonly #records: Records;

  constructor(records: Records) {
    this.#records = records;
  }

  async withId(
    { fileId, position }: PartId,
    signal: AbortSignal | undefined,
  ): Promise<StoredPart | undefined> {
    const row = await selected(this.#records.reading(signal))
      .where("part.file_id", "=", fileId)
      .where("part.position", "=", position)
      .executeTakeFirst();
    return row && partOf(row);
  }

  /** How many trajectories stand in the file before the group of a part. */
  async trajectoriesBefore(
    { fileId, groupPosition }: KeptPart,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    const { before } = await this.#records
      .reading(signal)
      .selectFrom("trajectory_group_parts")
      .select((eb) => eb.fn.sum<number | string | null>("num_trajectories").as("before"))
      .where("file_id", "=", fileId)
      .where("position", "<", groupPosition)
      // Each part says how many the whole group has.
      .whereRef("position", "=", "group_position")
      .executeTakeFirstOrThrow();
    return Number(before ?? 0);
  }

  /** Parts by the time at which they came, at most `limit`, behind another one. */
  async list(of: PartsOf, page: Page<KeptPart>, signal: AbortSignal): Promise<readonly KeptPart[]> {
    const rows = await partsQuery(this.#records.reading(signal), of, page).execute();
    return rows.map(partOf);
  }
}

/** The question for a page of a list of parts. */
export function partsQuery(
  db: RecordsReader,
  { modelId, step, split, jobId }: PartsOf,
  { after, limit, order }: Page<KeptPart>,
): PartsQuery {
  let query = selected(db).where("part.model_id", "=", modelId);
  if (step !== undefined) query = query.where("part.step", "=", step);
  if (split !== undefined) query = query.where("part.split", "=", JSON.stringify(split));
  if (jobId !== undefined) return ofJob(db, query, jobId, { after, limit, order });
  if (after !== undefined) {
    // One comparison of rows: an index finds its place, as it would not with a list of `or`.
    query = query.where((eb) =>
      eb(
        eb.refTuple("part.created_at", "part.file_id", "part.position"),
        order === "asc" ? ">" : "<",
        eb.tuple(after.createdAt, after.fileId, after.position),
      ),
    );
  }
  return query
    .orderBy("part.created_at", order)
    .orderBy("part.file_id", order)
    .orderBy("part.position", order)
    .limit(limit);
}

/** A job has one file, so the positions in it are the order. */
function ofJob(
  db: RecordsReader,
  parts: SelectedParts,
  jobId: string,
  { after, limit, order }: Page<KeptPart>,
): SelectedParts {
  const file = db.selectFrom("trajectory_files").select("id").where("job_id", "=", jobId).limit(1);
  const query = parts.where("part.file_id", "=", file);
  const behind = order === "asc" ? ">" : "<";
  return (after === undefined ? query : query.where("part.position", behind, after.position))
    .orderBy("part.position", order)
    .limit(limit);
}

/** Records the parts of the groups of a file. */
export async function insertParts(
  tx: Transaction<Schema>,
  { fileId, modelId, split, step, createdAt }: FileOfParts,
  parts: readonly GroupPart[],
): Promise<void> {
  const ofFile = {
    file_id: fileId,
    model_id: modelId,
    split: JSON.stringify(split),
    step,
    created_at: createdAt,
  };
  for (let from = 0; from < parts.length; from += rowsAtOnce) {
    const rows = parts.slice(from, from + rowsAtOnce).map((part) => ({
      ...ofFile,
      position: part.position,
      group_position: part.groupPosition,
      group_offset: part.group.offset,
      group_bytes: part.group.bytes,
      num_trajectories: part.numTrajectories,
      num_exceptions: part.numExceptions,
      mean_reward: part.meanReward,
      reward_std_dev: part.rewardStdDev,
      first_index: part.firstIndex,
      trajectories: JSON.stringify(
        part.trajectories.map(({ reward, offset, bytes }) => [reward, offset, bytes]),
      ),
    }));
    await tx.insertInto("trajectory_group_parts").values(rows).execute();
  }
}

function selected(db: RecordsReader) {
  return db
    .selectFrom("trajectory_group_parts as part")
    .innerJoin("trajectory_files as file", "file.id", "part.file_id")
    .selectAll("part")
    .select(["file.job_id", "file.digest", "file.is_traced"]);
}

type SelectedParts = ReturnType<typeof selected>;

function partOf(row: PartRow): StoredPart {
  return {
    fileId: row.file_id,
    modelId: row.model_id,
    jobId: row.job_id,
    split: JSON.parse(row.split) as string,
    step: row.step,
    createdAt: row.created_at,
    position: row.position,
    groupPosition: row.group_position,
    group: { offset: row.group_offset, bytes: row.group_bytes },
    numTrajectories: row.num_trajectories,
    numExceptions: row.num_exceptions,
    meanReward: row.mean_reward,
    rewardStdDev: row.reward_std_dev,
    firstIndex: row.first_index,
    trajectories: trajectoriesOf(row.trajectories),
    digest: row.digest,
    isTraced: row.is_traced === 1,
  };
}

function trajectoriesOf(text: string): readonly IndexedTrajectory[] {
  const lists = JSON.parse(text) as readonly (readonly [number, number, number])[];
  return lists.map(([reward, offset, bytes]) => ({ reward, offset, bytes }));
}
