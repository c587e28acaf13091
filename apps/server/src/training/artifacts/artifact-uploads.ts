import type { MultipartBody } from "@heddle/server-kit";
import type { RequestProjects } from "../../access/request-projects.ts";
import { digestOfBody, keepAnswer, keptAnswer } from "../repeats/kept-answers-sql.ts";
import { type Artifact, latestAlias, type WholeArtifact } from "./artifact.ts";
import { moveAliases } from "./artifact-aliases-sql.ts";
import { fileOf, type StagedBytes, stageBytes } from "./artifact-bytes.ts";
import { checkArtifactPath } from "./artifact-path.ts";
import { UnfitRequest } from "../unfit-request.ts";
import { type ArtifactRequest, checkArtifactRequest, checkMetadata } from "./artifact-request.ts";
import { type ArtifactsOptions, checkCount } from "./artifacts.ts";
import { closeArtifact, insertArtifact, putFile, wholeArtifact } from "./artifacts-sql.ts";
import { manifestDigest } from "./manifest.ts";
import { newArtifact } from "./new-artifact.ts";

/** The text parts of an upload. */
interface UploadFields {
  readonly entity?: string;
  readonly project: string;
  readonly name: string;
  readonly type?: string;
  readonly metadata?: string;
}

type StagedFiles = Map<string, StagedBytes>;

/** Takes whole artifacts in one request. */
export class ArtifactUploads {
  readonly #options: ArtifactsOptions;
  readonly #now: () => Date;

  constructor(options: ArtifactsOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
  }

  /**
   * Stores the files of a form as the next version of a name, and commits it: all of it or none.
   *
   * @throws UnfitRequest, OverLimit, KeyReused, BlobTooLarge, DiskFull, Cancelled
   */
  async upload(
    projects: RequestProjects,
    form: MultipartBody<UploadFields>,
    ownEntity: string,
    key: string | undefined,
    signal: AbortSignal,
  ): Promise<WholeArtifact> {
    const staged: StagedFiles = new Map();
    try {
      await this.#receive(form, staged, signal);
      const request = requestIn(form.fields, ownEntity);
      checkArtifactRequest(request);
      for (const bytes of staged.values()) await bytes.commit();
      return await this.#record(projects, request, staged, key);
    } catch (error) {
      for (const bytes of staged.values()) await bytes.discard();
      throw error;
    }
  }

  async #receive(
    form: MultipartBody<UploadFields>,
    staged: StagedFiles,
    signal: AbortSignal,
  ): Promise<void> {
    const { blobs, maxFileBytes: maxBytes } = this.#options;
    for await (const { fileName = "", content } of form.files) {
      checkArtifactPath(fileName);
      checkCount(staged.size + 1);
      if (staged.has(fileName)) {
        throw new UnfitRequest(
          `Two files have the path ${JSON.stringify(fileName.slice(0, 200))}.`,
        );
      }
      const bytes = await stageBytes(blobs, content, undefined, { maxBytes, signal });
      staged.set(fileName, bytes);
    }
  }

  async #record(
    projects: RequestProjects,
    request: ArtifactRequest,
    staged: StagedFiles,
    key: string | undefined,
  ): Promise<WholeArtifact> {
    const { records } = this.#options;
    const project = projects.writable(`${request.entity}/${request.project}`);
    const files = [...staged].map(([path, bytes]) => fileOf(path, bytes));
    const bodyDigest = digestOfBody({ request, files });
    const repeatable = { scope: "artifacts.upload", key, bodyDigest };
    const now = this.#now();
    await this.#options.projects.ensure(project);
    return await records.transaction(async (tx) => {
      const kept = await keptAnswer(tx, project.id, repeatable, now);
      if (kept !== undefined) return kept as WholeArtifact;
      const artifact = await insertArtifact(tx, newArtifact(project, request, now));
      for (const file of files) await putFile(tx, artifact.id, file);
      const digest = manifestDigest(files.map(({ path, md5 }) => [path, { digest: md5 }]));
      await closeArtifact(tx, artifact.id, digest, now.toISOString());
      await moveAliases(tx, artifact, [latestAlias]);
      const closed: Artifact = { ...artifact, state: "committed", digest };
      const whole = await wholeArtifact(tx, closed);
      await keepAnswer(tx, project.id, repeatable, whole, now);
      return whole;
    });
  }
}

function requestIn(
  { entity, project, name, type = "dataset", metadata = "{}" }: UploadFields,
  ownEntity: string,
): ArtifactRequest {
  checkMetadata(metadata);
  return { entity: entity ?? ownEntity, project, name, type, metadata, aliases: [] };
}
