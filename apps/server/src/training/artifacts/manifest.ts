import { createHash } from "node:crypto";
import { z } from "zod";
import { UnfitRequest } from "../unfit-request.ts";
import type { ArtifactFile } from "./artifact.ts";

/**
 * The digest of a manifest in hex, as its programs compute it: MD5 over a first line and a line
 * `path:digest` for each entry, by the code points of the paths.
 */
export function manifestDigest(
  entries: Iterable<readonly [path: string, { readonly digest: string }]>,
): string {
  const hash = createHash("md5").update("wandb-artifact-manifest-v1\n");
  const lines = [...entries].map(([path, { digest }]) => ({
    key: Buffer.from(path),
    path,
    digest,
  }));
  // UTF-8 sorts as code points do; strings here sort as UTF-16.
  lines.sort((one, other) => Buffer.compare(one.key, other.key));
  for (const { path, digest } of lines) hash.update(`${path}:${digest}\n`);
  return hash.digest("hex");
}

/** What a manifest says of one path. */
export interface ManifestEntry {
  /** MD5 of the file in base64; of a reference, what its store calls it. */
  readonly digest: string;
  /** Where the content is, if it is not in the artifact. */
  readonly ref?: string | undefined;
  /** The version that has the content. */
  readonly birthArtifactID?: string | null | undefined;
}

const Entry: z.ZodType<ManifestEntry> = z.object({
  digest: z.string(),
  ref: z.string().optional(),
  birthArtifactID: z.string().nullish(),
});

/** The entries of a manifest by path. */
export type ManifestEntries = ReadonlyMap<string, ManifestEntry>;

const Manifest = z.object({ contents: z.record(z.string(), Entry) });

/**
 * Reads the text of a manifest as its programs write it.
 *
 * @throws UnfitRequest
 */
export function readManifest(text: string): ManifestEntries {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new UnfitRequest("The manifest is no JSON.", { cause });
  }
  const manifest = Manifest.safeParse(value);
  if (!manifest.success) {
    throw new UnfitRequest("The manifest must have contents: a digest for each path.");
  }
  return new Map(Object.entries(manifest.data.contents));
}

/** The text of the manifest of an artifact, in the form that its programs read. */
export function manifestText(
  artifactId: string,
  files: readonly Pick<ArtifactFile, "path" | "md5" | "size">[],
): string {
  const contents = files.map(({ path, md5, size }) => [
    path,
    { digest: md5, birthArtifactID: artifactId, size },
  ]);
  return JSON.stringify({
    version: 1,
    storagePolicy: "wandb-storage-policy-v1",
    storagePolicyConfig: { storageLayout: "V2" },
    contents: Object.fromEntries(contents) as unknown,
  });
}
