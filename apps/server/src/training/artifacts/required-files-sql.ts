import type { Transaction } from "kysely";
import type { Schema } from "../../store/records/schema.ts";
import { UnfitRequest } from "../unfit-request.ts";
import type { Artifact } from "./artifact.ts";
import { artifactWithId, fileAt, putFile } from "./artifacts-sql.ts";
import type { ManifestEntry } from "./manifest.ts";

/**
 * Sees that a version has a file of its manifest: its own, or one of the version it came from.
 *
 * @throws UnfitRequest
 */
export async function requireFile(
  tx: Transaction<Schema>,
  { id, projectId }: Artifact,
  path: string,
  { digest, ref, birthArtifactID }: ManifestEntry,
): Promise<void> {
  if (ref !== undefined) return;
  if ((await fileAt(tx, id, path))?.md5 === digest) return;
  const birth = birthArtifactID && (await artifactWithId(tx, birthArtifactID));
  const isOwn = birth && birth.projectId === projectId;
  const earlier = isOwn ? await fileAt(tx, birth.id, path) : undefined;
  if (earlier?.md5 !== digest) {
    throw new UnfitRequest(
      `The manifest names ${JSON.stringify(path.slice(0, 200))} with MD5 ${digest.slice(0, 100)}, ` +
        "which was not uploaded.",
    );
  }
  await putFile(tx, id, earlier);
}
