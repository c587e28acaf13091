import { randomUUID } from "node:crypto";
import type { WritableProject } from "../../access/project-id.ts";
import { type ArtifactRequest, ownAliases } from "./artifact-request.ts";
import type { NewArtifact } from "./artifacts-sql.ts";

/** The pending version that a request asks for. */
export function newArtifact(
  { id: projectId }: WritableProject,
  { entity, project, name, type, metadata, aliases }: ArtifactRequest,
  now: Date,
): NewArtifact {
  return {
    id: randomUUID(),
    projectId,
    entity,
    project,
    name,
    type,
    state: "pending",
    metadata,
    wantedAliases: ownAliases(aliases),
    digest: null,
    manifestBlob: null,
    clientId: null,
    createdAt: now.toISOString(),
  };
}
