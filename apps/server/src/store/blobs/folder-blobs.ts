import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Cancelled, DiskFull } from "../errors.ts";
import { BlobTooLarge } from "./blob-too-large.ts";
import { blobDigest, isBlobDigest } from "./blob-digest.ts";
import type { BlobFacts, Blobs, ByteRange, OpenBlob, StagedBlob, StageOptions } from "./blobs.ts";
import { Turns } from "./turns.ts";

/** The number of bytes that are read at once. */
const chunkBytes = 256 * 1024;

/**
 * Opens a folder of blobs, and creates it if it is missing. It removes all staged bytes, because an
 * earlier owner did not commit them; so a folder must have one owner at a time.
 */
export async function openFolderBlobs(folder: string): Promise<Blobs> {
  const staging = join(folder, "staging");
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });
  await syncFolder(folder);
  await syncFolder(dirname(folder));
  return new FolderBlobs(folder, staging);
}

/** Stores blobs as files, each in a folder named after the first two characters of its digest. */
class FolderBlobs implements Blobs {
  readonly #folder: string;
  readonly #staging: string;
  /** Folders of digests whose names are already on disk; at most 3,844. */
  readonly #durable = new Set<string>();
  /** A content is not committed and deleted at once. */
  readonly #turns = new Turns();

  constructor(folder: string, staging: string) {
    this.#folder = folder;
    this.#staging = staging;
  }

  async stage(source: AsyncIterable<Uint8Array>, options: StageOptions): Promise<StagedBlob> {
    const path = join(this.#staging, randomUUID());
    try {
      const facts = await writeDurably(path, source, options);
      return {
        ...facts,
        commit: () => this.#commit(path, facts),
        discard: () => rm(path, { force: true }),
      };
    } catch (error) {
      await rm(path, { force: true });
      throw storeError(error);
    }
  }

  async put(bytes: Uint8Array): Promise<BlobFacts> {
    const staged = await this.stage(once(bytes), { maxBytes: bytes.byteLength });
    await staged.commit();
    return { digest: staged.digest, size: staged.size };
  }

  async open(
    digest: string,
    signal: AbortSignal,
    range?: ByteRange,
  ): Promise<OpenBlob | undefined> {
    if (!isBlobDigest(digest)) return undefined;
    if (signal.aborted) throw new Cancelled();
    const path = this.#pathOf(digest);
    const size = (await statOf(path))?.size;
    return size === undefined ? undefined : { size, stream: readLazily(path, signal, range) };
  }

  async delete(digest: string, unusedMs: number): Promise<boolean> {
    if (!isBlobDigest(digest)) return true;
    const path = this.#pathOf(digest);
    return await this.#turns.take(digest, async () => {
      const found = await statOf(path);
      if (found === undefined) return true;
      if (Date.now() - found.mtimeMs < unusedMs) return false;
      await rm(path, { force: true });
      await syncFolder(this.#folderOf(digest));
      return true;
    });
  }

  async #commit(staged: string, facts: BlobFacts): Promise<void> {
    await this.#turns.take(facts.digest, () => this.#keep(staged, facts));
  }

  async #keep(staged: string, { digest, size }: BlobFacts): Promise<void> {
    const folder = this.#folderOf(digest);
    const path = this.#pathOf(digest);
    try {
      await this.#makeDurably(folder);
      if ((await statOf(path))?.size === size) {
        await rm(staged, { force: true });
        // The time of the last commit, which `delete` looks at.
        const now = new Date();
        await utimes(path, now, now);
      } else {
        await rename(staged, path);
      }
      // Also if the file exists: another upload may have put it there and not have flushed it yet.
      await syncFolder(folder);
    } catch (error) {
      await rm(staged, { force: true });
      throw storeError(error);
    }
  }

  async #makeDurably(folder: string): Promise<void> {
    if (this.#durable.has(folder)) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await syncFolder(this.#folder);
    this.#durable.add(folder);
  }

  #folderOf(digest: string): string {
    return join(this.#folder, digest.slice(0, 2));
  }

  #pathOf(digest: string): string {
    return join(this.#folderOf(digest), digest);
  }
}

/** Writes a new file and hashes it at the same time. It is on disk when the promise resolves. */
async function writeDurably(
  path: string,
  source: AsyncIterable<Uint8Array>,
  { maxBytes, signal }: StageOptions,
): Promise<BlobFacts> {
  const hash = createHash("sha256");
  let size = 0;
  const file = await open(path, "wx", 0o600);
  try {
    for await (const chunk of source) {
      if (signal?.aborted) throw new Cancelled();
      size += chunk.byteLength;
      if (size > maxBytes) throw new BlobTooLarge(maxBytes);
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    if (signal?.aborted) throw new Cancelled();
    await file.sync();
  } finally {
    await file.close();
  }
  return { digest: blobDigest(hash), size };
}

async function* readLazily(
  path: string,
  signal: AbortSignal,
  range?: ByteRange,
): AsyncGenerator<Uint8Array> {
  if (range?.length === 0) return;
  const part = range && { start: range.offset, end: range.offset + range.length - 1 };
  try {
    yield* createReadStream(path, { highWaterMark: chunkBytes, signal, ...part });
  } catch (error) {
    throw signal.aborted ? new Cancelled() : error;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function statOf(path: string): Promise<{ size: number; mtimeMs: number } | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Makes the names in a folder durable. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; it keeps their names in its journal.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function storeError(error: unknown): unknown {
  const code = codeOf(error);
  return code === "ENOSPC" || code === "EDQUOT" ? new DiskFull() : error;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
