import { currentRequest } from "../../budgets/current-request.ts";
import { requestBounds } from "../../config/request-bounds.ts";
import { Missing, OverLimit } from "../../refusals/refusal.ts";
import type { Blobs } from "../../store/blobs/blobs.ts";
import { StoreUnavailable } from "../../store/errors.ts";
import type { Records } from "../../store/records/records.ts";
import { ModelsStore } from "../models/models-sql.ts";
import { CursorNotFound } from "../pages/cursor-not-found.ts";
import { tracedTraceId } from "./traced-id.ts";
import type { FilePlace, KeptPart } from "./group-part.ts";
import { GroupPartsStore, type PartsOf, type StoredPart } from "./group-parts-sql.ts";
import { parsePartId, parseTrajectoryId } from "./kept-ids.ts";
import { hasUnreadFiles } from "./unread-files-sql.ts";

/** What the reading of trajectories stands on. */
export interface KeptTrajectoriesOptions {
  readonly records: Records;
  readonly blobs: Blobs;
  /** Default: that of the request bounds. */
  readonly maxAnswerBytes?: number;
}

/** A page of a list of groups. */
export interface GroupsPage {
  /** The id of the last part of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
  readonly order: "asc" | "desc";
}

/** A trajectory as it was kept. */
export interface KeptTrajectory {
  readonly part: KeptPart;
  /** Within the part. */
  readonly at: number;
  readonly reward: number;
  /** As JSON, as they came. */
  readonly groupText: string;
  readonly text: string;
  /** Of the trace that it becomes; null where it does not. */
  readonly traceId: string | null;
}

/** No trajectory has this id, or it is another entity's: the message does not say which. */
export class TrajectoryNotFound extends Missing {
  constructor() {
    super("Trajectory not found");
  }
}

/** A trajectory is larger than an answer may be. */
export class TrajectoryTooLarge extends OverLimit {
  constructor(bytes: number, maxBytes: number) {
    super(`The trajectory has ${bytes} bytes; one answer may have ${maxBytes}.`);
  }
}

/** When to ask again while files are being read, in seconds. */
const retryAfterS = 5;

/** Trajectories that were logged, or that jobs train on. */
export class KeptTrajectories {
  readonly #records: Records;
  readonly #blobs: Blobs;
  readonly #parts: GroupPartsStore;
  readonly #models: ModelsStore;
  readonly #maxAnswerBytes: number;

  constructor({ records, blobs, maxAnswerBytes }: KeptTrajectoriesOptions) {
    this.#records = records;
    this.#blobs = blobs;
    this.#parts = new GroupPartsStore(records);
    this.#models = new ModelsStore(records);
    this.#maxAnswerBytes = maxAnswerBytes ?? requestBounds.answerBytes.limit;
  }

  /**
   * The groups of a model, those with many trajectories in parts, by the time at which they came; one
   * more than `limit` if there are more. The kit has checked that the sender may see them.
   *
   * @throws CursorNotFound; StoreUnavailable while files of an older release are not read
   */
  async list(
    of: PartsOf,
    { after: id, limit, order }: GroupsPage,
    signal: AbortSignal,
  ): Promise<readonly KeptPart[]> {
    if (await hasUnreadFiles(this.#records.reading(signal), of.modelId)) {
      throw new StoreUnavailable(
        "The server is still reading the trajectories of this model that an older release kept. " +
          `Send the request again in ${retryAfterS} s.`,
        retryAfterS,
      );
    }
    const partId = id === undefined ? undefined : parsePartId(id);
    const after = partId && (await this.#parts.withId(partId, signal));
    if (id !== undefined && (after === undefined || !isOf(of, after))) {
      throw new CursorNotFound("group");
    }
    return await this.#parts.list(of, { after, limit: limit + 1, order }, signal);
  }

  /** `entity/project` of a trajectory; undefined if nothing has this id. */
  async projectOf(id: string): Promise<string | undefined> {
    const part = await this.#partOf(id, undefined);
    const model = part && (await this.#models.withId(part.modelId, undefined));
    return model && `${model.entity}/${model.project}`;
  }

  /**
   * The whole trajectory with an id. The kit has checked that the sender may see it. Its bytes are
   * counted for the request before they are read.
   *
   * @throws TrajectoryNotFound, TrajectoryTooLarge, Cancelled
   */
  async read(id: string, signal: AbortSignal): Promise<KeptTrajectory> {
    const { at = 0 } = parseTrajectoryId(id) ?? {};
    const part = await this.#partOf(id, signal);
    const found = part?.trajectories[at];
    if (part === undefined || found === undefined) throw new TrajectoryNotFound();
    const bytes = found.bytes + part.group.bytes;
    if (bytes > this.#maxAnswerBytes) throw new TrajectoryTooLarge(bytes, this.#maxAnswerBytes);
    currentRequest()?.hold(bytes);
    const groupText = await this.#text(part, part.group, signal);
    const text = await this.#text(part, found, signal);
    const traceId = await this.#traceId(part, at, signal);
    return { part, at, reward: found.reward, groupText, text, traceId };
  }

  async #traceId(part: StoredPart, at: number, signal: AbortSignal): Promise<string | null> {
    if (!part.isTraced) return null;
    const before = await this.#parts.trajectoriesBefore(part, signal);
    const setId = part.jobId ?? part.fileId;
    const position = before + part.firstIndex + at;
    return tracedTraceId({ setId, atMs: Date.parse(part.createdAt), position });
  }

  /** The part with a trajectory; undefined if the id is none, or the part has no such trajectory. */
  async #partOf(id: string, signal: AbortSignal | undefined): Promise<StoredPart | undefined> {
    const parsed = parseTrajectoryId(id);
    if (parsed === undefined) return undefined;
    const part = await this.#parts.withId(parsed, signal);
    return part?.trajectories[parsed.at] === undefined ? undefined : part;
  }

  async #text(
    { digest }: StoredPart,
    { offset, bytes: length }: FilePlace,
    signal: AbortSignal,
  ): Promise<string> {
    const blob = await this.#blobs.open(digest, signal, { offset, length });
    if (blob === undefined) throw new Error(`The blob ${digest} of trajectories is missing.`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of blob.stream) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  }
}

function isOf({ modelId, step, split, jobId }: PartsOf, part: KeptPart): boolean {
  const isOfStep = step === undefined || part.step === step;
  const isOfSplit = split === undefined || part.split === split;
  const isOfJob = jobId === undefined || part.jobId === jobId;
  return part.modelId === modelId && isOfStep && isOfSplit && isOfJob;
}
