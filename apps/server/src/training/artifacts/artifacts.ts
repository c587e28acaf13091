import type { ProjectId, ProjectName } from "../../access/project-id.ts";
import type { Projects } from "../../access/projects-sql.ts";
import type { RequestProjects } from "../../access/request-projects.ts";
import { requestBounds } from "../../config/request-bounds.ts";
import { OverLimit } from "../../refusals/refusal.ts";
import type { Blobs, ByteRange, OpenBlob } from "../../store/blobs/blobs.ts";
import type { Records } from "../../store/records/records.ts";
import { digestOfBody, keepAnswer, keptAnswer } from "../repeats/kept-answers-sql.ts";
import { type Artifact, type ArtifactFile, latestAlias, type WholeArtifact } from "./artifact.ts";
import { moveAliases } from "./artifact-aliases-sql.ts";
import { fileOf, stageBytes } from "./artifact-bytes.ts";
import { findArtifact } from "./find-artifact-sql.ts";
import type { ArtifactName } from "./artifact-name.ts";
import { checkArtifactPath } from "./artifact-path.ts";
import { ArtifactCommitted, ArtifactFileNotFound, ArtifactNotFound } from "./artifact-refusals.ts";
import { type ArtifactRequest, checkArtifactRequest } from "./artifact-request.ts";
import {
  artifactWithId,
  closeArtifact,
  countFiles,
  fileAt,
  insertArtifact,
  putFile,
  wholeArtifact,
} from "./artifacts-sql.ts";
import { manifestDigest } from "./manifest.ts";
import { newArtifact } from "./new-artifact.ts";

/** What artifacts stand on. */
export interface ArtifactsOptions {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly projects: Projects;
  /** Most bytes of one file. */
  readonly maxFileBytes: number;
  /** Called after blobs were marked for deletion. */
  readonly onDoomed: () => void;
  readonly now?: () => Date;
}

/** A file to put into an artifact. */
export interface FileToPut {
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** The MD5 that the sender expects, in base64. */
  readonly md5: string | undefined;
}

/** Files to train on, in versions that never change once they are committed. */
export class Artifacts {
  readonly #options: ArtifactsOptions;
  readonly #now: () => Date;

  constructor(options: ArtifactsOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
  }

  /**
   * Begins the next version of a name, pending and empty.
   *
   * @throws UnfitRequest, OverLimit, KeyReused
   */
  async create(
    projects: RequestProjects,
    request: ArtifactRequest,
    key: string | undefined,
  ): Promise<WholeArtifact> {
    checkArtifactRequest(request);
    const project = projects.writable(`${request.entity}/${request.project}`);
    const { entity, name, type, metadata, aliases } = request;
    const body = { entity, project: request.project, name, type, metadata, aliases };
    const repeatable = { scope: "artifacts.create", key, bodyDigest: digestOfBody(body) };
    const now = this.#now();
    await this.#options.projects.ensure(project);
    return await this.#options.records.transaction(async (tx) => {
      const kept = await keptAnswer(tx, project.id, repeatable, now);
      if (kept !== undefined) return kept as WholeArtifact;
      const artifact = await insertArtifact(tx, newArtifact(project, request, now));
      const whole = { ...artifact, files: [], aliases: [] };
      await keepAnswer(tx, project.id, repeatable, whole, now);
      return whole;
    });
  }

  /** A version with its files. @throws ArtifactNotFound */
  async read(id: string, signal: AbortSignal): Promise<WholeArtifact> {
    const db = this.#options.records.reading(signal);
    const artifact = await artifactWithId(db, id);
    if (artifact === undefined) throw new ArtifactNotFound();
    return await wholeArtifact(db, artifact);
  }

  /** `entity/project` of an artifact; undefined if nothing has this id. */
  async projectOf(id: string): Promise<ProjectName | undefined> {
    const artifact = await artifactWithId(this.#options.records.reading(undefined), id);
    return artifact && (`${artifact.entity}/${artifact.project}` as ProjectName);
  }

  /** The committed version that an address leads to. @throws ArtifactNotFound */
  async resolve(
    projects: RequestProjects,
    name: ArtifactName,
    signal: AbortSignal,
  ): Promise<WholeArtifact> {
    const project = projects.visible(`${name.entity}/${name.project}`);
    const artifact = project && (await this.find(project.id, name, signal));
    if (artifact === undefined) throw new ArtifactNotFound();
    return artifact;
  }

  /** The same for a project that was asked about before; undefined if nothing is there. */
  async find(
    project: ProjectId,
    { name, label }: Pick<ArtifactName, "name" | "label">,
    signal: AbortSignal,
  ): Promise<WholeArtifact | undefined> {
    const db = this.#options.records.reading(signal);
    const artifact = await findArtifact(db, project, name, label);
    return artifact && (await wholeArtifact(db, artifact));
  }

  /**
   * Stores a file of a pending version, in the place of one with the same path.
   *
   * @throws ArtifactNotFound, ArtifactCommitted, UnfitRequest, WrongMd5, OverLimit, BlobTooLarge,
   * DiskFull, Cancelled
   */
  async putFile(
    id: string,
    { path, content, md5 }: FileToPut,
    signal: AbortSignal,
  ): Promise<ArtifactFile> {
    const { records, blobs, maxFileBytes: maxBytes, onDoomed } = this.#options;
    checkArtifactPath(path);
    // Refuses before the bytes are read; it is asked again when they are recorded.
    pendingOr(await artifactWithId(records.reading(signal), id));
    const staged = await stageBytes(blobs, content, md5, { maxBytes, signal });
    try {
      const file = fileOf(path, staged);
      await staged.commit();
      await records.transaction(async (tx) => {
        pendingOr(await artifactWithId(tx, id));
        if ((await fileAt(tx, id, path)) === undefined) checkCount((await countFiles(tx, id)) + 1);
        await putFile(tx, id, file);
      });
      onDoomed();
      return file;
    } catch (error) {
      await staged.discard();
      throw error;
    }
  }

  /**
   * Closes a version for ever, and moves its aliases to it. A second time changes nothing.
   *
   * @throws ArtifactNotFound
   */
  async commit(id: string): Promise<WholeArtifact> {
    return await this.#options.records.transaction(async (tx) => {
      const artifact = await artifactWithId(tx, id);
      if (artifact === undefined) throw new ArtifactNotFound();
      const whole = await wholeArtifact(tx, artifact);
      if (artifact.state === "committed") return whole;
      const digest = manifestDigest(whole.files.map(({ path, md5 }) => [path, { digest: md5 }]));
      await closeArtifact(tx, id, digest, this.#now().toISOString());
      await moveAliases(tx, artifact, [...artifact.wantedAliases, latestAlias]);
      const closed: Artifact = { ...artifact, state: "committed", digest };
      return await wholeArtifact(tx, closed);
    });
  }

  /**
   * The bytes of a file of a committed version.
   *
   * @throws ArtifactNotFound, ArtifactFileNotFound, Cancelled
   */
  async open(
    id: string,
    path: string,
    signal: AbortSignal,
    range?: ByteRange,
  ): Promise<OpenBlob & { readonly file: ArtifactFile }> {
    const db = this.#options.records.reading(signal);
    const artifact = await artifactWithId(db, id);
    if (artifact === undefined) throw new ArtifactNotFound();
    const isReadable = artifact.state === "committed";
    const file = isReadable ? await fileAt(db, id, path) : undefined;
    const blob = file && (await this.#options.blobs.open(file.blob, signal, range));
    if (file === undefined || blob === undefined) throw new ArtifactFileNotFound(path);
    return { ...blob, file };
  }
}

/** @throws ArtifactNotFound, ArtifactCommitted */
export function pendingOr(artifact: Artifact | undefined): Artifact {
  if (artifact === undefined) throw new ArtifactNotFound();
  if (artifact.state === "committed") throw new ArtifactCommitted();
  return artifact;
}

/** @throws OverLimit for more files than an artifact may have */
export function checkCount(count: number): void {
  const { limit } = requestBounds.artifactFiles;
  if (count > limit) throw new OverLimit(`An artifact has at most ${limit} files.`);
}
