import { createHash } from "node:crypto";
import type { BlobFacts, Blobs, StagedBlob, StageOptions } from "../../store/blobs/blobs.ts";
import type { ArtifactFile } from "./artifact.ts";
import { WrongMd5 } from "./artifact-refusals.ts";

/** Bytes that are on disk and not stored yet. */
export interface StagedBytes extends StagedBlob {
  /** In base64. */
  readonly md5: string;
}

/**
 * Reads bytes as they come, and keeps them aside.
 *
 * @throws WrongMd5 if the sender expects others; and what `Blobs.stage` throws. Then nothing is kept.
 */
export async function stageBytes(
  blobs: Blobs,
  source: AsyncIterable<Uint8Array>,
  expectedMd5: string | undefined,
  options: StageOptions,
): Promise<StagedBytes> {
  const hash = createHash("md5");
  const staged = await blobs.stage(hashed(source, hash), options);
  const md5 = hash.digest("base64");
  if (expectedMd5 !== undefined && expectedMd5 !== md5) {
    await staged.discard();
    throw new WrongMd5(md5, expectedMd5);
  }
  return { ...staged, md5 };
}

/** The file that stored bytes are, at a path. */
export function fileOf(
  path: string,
  { digest, size, md5 }: BlobFacts & { readonly md5: string },
): ArtifactFile {
  return { path, size, md5, blob: digest };
}

async function* hashed(
  source: AsyncIterable<Uint8Array>,
  hash: { update(bytes: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  for await (const bytes of source) {
    hash.update(bytes);
    yield bytes;
  }
}
