import { requestBounds } from "../../config/request-bounds.ts";
import type { RequestProjects } from "../../access/request-projects.ts";
import { text } from "node:stream/consumers";
import { Contradiction } from "../../refusals/refusal.ts";
import { type Artifact, latestAlias } from "./artifact.ts";
import { moveAliases } from "./artifact-aliases-sql.ts";
import { stageBytes } from "./artifact-bytes.ts";
import { checkArtifactPath } from "./artifact-path.ts";
import { UnfitRequest } from "../unfit-request.ts";
import { ArtifactNotFound } from "./artifact-refusals.ts";
import {
  type ArtifactRequest,
  checkArtifactRequest,
  checkMetadata,
  ownAliases,
} from "./artifact-request.ts";
import { type ArtifactsOptions, checkCount, pendingOr } from "./artifacts.ts";
import {
  artifactOfClient,
  artifactWithDigest,
  artifactWithId,
  closeArtifact,
  insertArtifact,
  setManifest,
} from "./artifacts-sql.ts";
import { type ManifestEntries, manifestDigest, readManifest } from "./manifest.ts";
import { newArtifact } from "./new-artifact.ts";
import { requireFile } from "./required-files-sql.ts";

/** A version as a program begins it that knows all its files already. */
export interface ProgramRequest extends ArtifactRequest {
  /** MD5 of the manifest in hex. */
  readonly digest: string;
  /** Names the upload, so that a repeat begins no other version. */
  readonly clientId: string | null;
  /** Whether a committed version with the same content answers in place of a new one. */
  readonly dedupes: boolean;
}

/** Artifacts as programs upload them that write a manifest: the tracker's SDK. */
export class ProgramUploads {
  readonly #options: ArtifactsOptions;
  readonly #now: () => Date;

  constructor(options: ArtifactsOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
  }

  /**
   * Begins a version; or returns the one that a repeat began, or that has the same content, which
   * then gets the aliases.
   *
   * @throws UnfitRequest, OverLimit
   */
  async begin(projects: RequestProjects, request: ProgramRequest): Promise<Artifact> {
    checkArtifactRequest(request);
    checkMetadata(request.metadata);
    const { name, digest, clientId, dedupes, aliases } = request;
    if (!/^[0-9a-f]{32}$/.test(digest)) throw new UnfitRequest("digest must be an MD5 in hex.");
    const project = projects.writable(`${request.entity}/${request.project}`);
    const now = this.#now();
    await this.#options.projects.ensure(project);
    return await this.#options.records.transaction(async (tx) => {
      const repeated = clientId && (await artifactOfClient(tx, project.id, clientId));
      if (repeated) return repeated;
      const same = dedupes && (await artifactWithDigest(tx, project.id, name, digest));
      if (same) {
        await moveAliases(tx, same, [...ownAliases(aliases), latestAlias]);
        return same;
      }
      return await insertArtifact(tx, { ...newArtifact(project, request, now), digest, clientId });
    });
  }

  /**
   * Stores the manifest of a pending version, in the place of an earlier one.
   *
   * @throws ArtifactNotFound, ArtifactCommitted, WrongMd5, BlobTooLarge, DiskFull, Cancelled
   */
  async putManifest(
    id: string,
    content: AsyncIterable<Uint8Array>,
    md5: string | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { records, blobs, onDoomed } = this.#options;
    pendingOr(await artifactWithId(records.reading(signal), id));
    const maxBytes = requestBounds.artifactManifestBytes.limit;
    const staged = await stageBytes(blobs, content, md5, { maxBytes, signal });
    try {
      await staged.commit();
      await records.transaction(async (tx) => {
        await setManifest(tx, pendingOr(await artifactWithId(tx, id)), staged.digest);
      });
      onDoomed();
    } catch (error) {
      await staged.discard();
      throw error;
    }
  }

  /**
   * Closes a version for ever, if its files are those of its manifest, and its manifest the one it
   * was begun with. A second time changes nothing.
   *
   * @throws ArtifactNotFound, UnfitRequest, OverLimit, Contradiction
   */
  async commit(id: string, signal: AbortSignal): Promise<Artifact> {
    const { records } = this.#options;
    const artifact = await artifactWithId(records.reading(signal), id);
    if (artifact === undefined) throw new ArtifactNotFound();
    if (artifact.state === "committed") return artifact;
    const entries = await this.#manifest(artifact, signal);
    const digest = manifestDigest(entries);
    if (artifact.digest !== null && artifact.digest !== digest) {
      throw new Contradiction(
        `The manifest has digest ${digest}; the artifact was begun with ${artifact.digest}.`,
      );
    }
    return await records.transaction(async (tx) => {
      const now = await artifactWithId(tx, id);
      if (now?.state === "committed") return now;
      const pending = pendingOr(now);
      if (pending.manifestBlob !== artifact.manifestBlob) {
        throw new Contradiction("The manifest changed during the commit. Commit again.");
      }
      for (const [path, entry] of entries) await requireFile(tx, pending, path, entry);
      await closeArtifact(tx, id, digest, this.#now().toISOString());
      await moveAliases(tx, pending, [...pending.wantedAliases, latestAlias]);
      return { ...pending, state: "committed", digest };
    });
  }

  async #manifest({ manifestBlob }: Artifact, signal: AbortSignal): Promise<ManifestEntries> {
    const blob = manifestBlob && (await this.#options.blobs.open(manifestBlob, signal));
    if (!blob) throw new UnfitRequest("The artifact has no manifest yet. Upload it, then commit.");
    const entries = readManifest(await text(blob.stream));
    checkCount(entries.size);
    for (const path of entries.keys()) checkArtifactPath(path);
    return entries;
  }
}
