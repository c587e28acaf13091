import type { ProjectId, WritableId } from "../../access/project-id.ts";
import type { Records } from "../../store/records/records.ts";
import type { FilesTable } from "../../store/records/schema.ts";

/** A file to record. */
type NewFile = FilesTable & { readonly project_id: WritableId };

/** Records which files a project has. */
export class FilesStore {
  readonly #records: Records;

  constructor(records: Records) {
    this.#records = records;
  }

  /** Records a file unless its project has a file with the same content: the first name stays. */
  async add(file: NewFile): Promise<void> {
    await this.#records.writing
      .insertInto("files")
      .values(file)
      .onConflict((conflict) => conflict.columns(["project_id", "digest"]).doNothing())
      .execute();
  }

  /** Whether a project has a file. */
  async has(project: ProjectId, digest: string, signal: AbortSignal): Promise<boolean> {
    const row = await this.#records
      .reading(signal)
      .selectFrom("files")
      .select("digest")
      .where("project_id", "=", project)
      .where("digest", "=", digest)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Bytes of all files of a project together. */
  async totalBytes(project: ProjectId, signal: AbortSignal): Promise<number> {
    const row = await this.#records
      .reading(signal)
      .selectFrom("files")
      .select(({ fn }) => fn.sum<number | string | null>("size_bytes").as("bytes"))
      .where("project_id", "=", project)
      .executeTakeFirst();
    return Number(row?.bytes ?? 0);
  }
}
