import type { MultipartBody } from "@heddle/server-kit";
import { Missing } from "../../refusals/refusal.ts";
import type { ProjectId } from "../../access/project-id.ts";
import type { Projects } from "../../access/projects-sql.ts";
import type { RequestProjects } from "../../access/request-projects.ts";
import { isBlobDigest } from "../../store/blobs/blob-digest.ts";
import type { Blobs, OpenBlob, StagedBlob } from "../../store/blobs/blobs.ts";
import type { Records } from "../../store/records/records.ts";
import { checkExpectedDigest } from "../digests/expected-digest.ts";
import { EarlyReaders } from "./early-readers.ts";
import { FilesStore } from "./files-sql.ts";

/** The stores and bounds of files. */
export interface FilesOptions {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly projects: Projects;
  /** Most bytes of one file; 1 GiB by default. */
  readonly maxFileBytes?: number | undefined;
  /** How long a reader waits for a file that has not arrived yet; 1 s by default. */
  readonly maxWaitMs?: number;
  readonly now?: () => Date;
}

interface Received {
  readonly name: string;
  readonly blob: StagedBlob;
}

/** Stores and reads files by the digest of their bytes. It never holds a whole file in memory. */
export class Files {
  readonly #store: FilesStore;
  readonly #blobs: Blobs;
  readonly #projects: Projects;
  readonly #early = new EarlyReaders();
  readonly #maxFileBytes: number;
  readonly #maxWaitMs: number;
  readonly #now: () => Date;

  constructor(options: FilesOptions) {
    this.#store = new FilesStore(options.records);
    this.#blobs = options.blobs;
    this.#projects = options.projects;
    this.#maxFileBytes = options.maxFileBytes ?? 1024 * 1024 * 1024;
    this.#maxWaitMs = options.maxWaitMs ?? 1_000;
    this.#now = options.now ?? (() => new Date());
  }

  /**
   * Stores the file of a form under its digest, and returns the digest. If the client expects
   * another digest, throws `DigestMismatch` and stores nothing.
   *
   * @throws BlobTooLarge, DiskFull, Cancelled
   */
  async create(
    projects: RequestProjects,
    form: MultipartBody,
    signal: AbortSignal,
  ): Promise<string> {
    const { name, blob } = await this.#receive(form, signal);
    try {
      const { project_id = "", expected_digest } = form.fields;
      checkExpectedDigest(expected_digest, blob.digest);
      const project = await this.#projects.ensure(projects.writable(project_id));
      await blob.commit();
      await this.#store.add({
        project_id: project,
        digest: blob.digest,
        name,
        size_bytes: blob.size,
        created_at: this.#now().toISOString(),
      });
      this.#early.tell(nameOf(project, blob.digest));
      return blob.digest;
    } catch (error) {
      await blob.discard();
      throw error;
    }
  }

  /**
   * The bytes of a file. Throws `Missing` if the project has no file with this digest.
   *
   * SDKs know the digest of a file before they send it. They publish and read an object that refers
   * to the file while the upload is still running, and a 404 would fail their read. So this waits a
   * moment for a missing file.
   */
  async open(project: ProjectId, digest: string, signal: AbortSignal): Promise<OpenBlob> {
    const reader = this.#early.enter(nameOf(project, digest));
    try {
      let blob = await this.#find(project, digest, signal);
      if (blob === undefined && isBlobDigest(digest)) {
        await withinPatience(reader.arrived, AbortSignal.timeout(this.#maxWaitMs), signal);
        blob = await this.#find(project, digest, signal);
      }
      if (blob === undefined) throw new Missing(`File ${digest.slice(0, 100)} not found`);
      return blob;
    } finally {
      reader.leave();
    }
  }

  /** Bytes of all files of a project, each content once. */
  totalBytes(project: ProjectId, signal: AbortSignal): Promise<number> {
    return this.#store.totalBytes(project, signal);
  }

  async #find(
    project: ProjectId,
    digest: string,
    signal: AbortSignal,
  ): Promise<OpenBlob | undefined> {
    const isKnown = await this.#store.has(project, digest, signal);
    return isKnown ? this.#blobs.open(digest, signal) : undefined;
  }

  /** Receives the bytes before the project may be known, because the parts come in any order. */
  async #receive(form: MultipartBody, signal: AbortSignal): Promise<Received> {
    let received: Received | undefined;
    try {
      for await (const part of form.files) {
        const blob = await this.#blobs.stage(part.content, {
          maxBytes: this.#maxFileBytes,
          signal,
        });
        received = { name: part.fileName ?? "", blob };
      }
    } catch (error) {
      await received?.blob.discard();
      throw error;
    }
    if (received === undefined) throw new Error("A form was accepted without its file.");
    return received;
  }
}

function nameOf(project: ProjectId, digest: string): string {
  return `${project}/${digest}`;
}

/** Resolves when the file has arrived, or when the wait is over. */
async function withinPatience(
  arrived: Promise<void>,
  ...limits: readonly AbortSignal[]
): Promise<void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  const limit = AbortSignal.any([...limits]);
  limit.addEventListener("abort", () => resolve(), { once: true });
  if (!limit.aborted) await Promise.race([arrived, isOver]);
}
