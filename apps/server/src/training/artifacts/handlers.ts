import { bytes, json, rawText, reply, type TrainingHandlers } from "@heddle/server-kit/training";
import type { Context } from "../../http/context.ts";
import { wireTime } from "../wire-time.ts";
import { type ArtifactFile, artifactUrl, type WholeArtifact } from "./artifact.ts";
import { parseArtifactUrl } from "./artifact-name.ts";
import { UnfitRequest } from "../unfit-request.ts";
import type { Artifacts } from "./artifacts.ts";
import type { ArtifactUploads } from "./artifact-uploads.ts";

/** Files to train on. */
export function artifactsHandlers(
  artifacts: Artifacts,
  uploads: ArtifactUploads,
): TrainingHandlers<Context>["artifacts"] {
  return {
    resolve: async ({ query, context, signal }) => {
      const name = parseArtifactUrl(query.ref);
      if (name === undefined) {
        throw new UnfitRequest("ref must be wandb-artifact:///<entity>/<project>/<name>:<version>");
      }
      return reply(200, wireArtifact(await artifacts.resolve(context.projects, name, signal)));
    },
    create: async ({ body, header, context }) => {
      const request = {
        entity: body.entity ?? context.principal.entity,
        project: body.project,
        name: body.name,
        type: body.type ?? "dataset",
        metadata: body.metadata ? (rawText(body, "metadata") ?? "{}") : "{}",
        aliases: body.aliases ?? [],
      };
      const key = header["Idempotency-Key"];
      return reply(200, wireArtifact(await artifacts.create(context.projects, request, key)));
    },
    upload: async ({ body, header, context, signal }) => {
      const { entity } = context.principal;
      const key = header["Idempotency-Key"];
      const made = await uploads.upload(context.projects, body, entity, key, signal);
      return reply(200, wireArtifact(made));
    },
    read: async ({ path, signal }) =>
      reply(200, wireArtifact(await artifacts.read(path.artifact_id, signal))),
    commit: async ({ path }) => reply(200, wireArtifact(await artifacts.commit(path.artifact_id))),
    fileContent: async ({ path, signal }) => {
      const { stream, size } = await artifacts.open(path.artifact_id, path.path, signal);
      return bytes(stream, { size });
    },
    putFile: async ({ path, header, body, signal }) => {
      const file = { path: path.path, content: body.content, md5: header["Content-MD5"] };
      return reply(200, wireFile(await artifacts.putFile(path.artifact_id, file, signal)));
    },
  };
}

function wireArtifact(artifact: WholeArtifact) {
  const { id, entity, project, name, type, version, state, aliases, metadata, files } = artifact;
  return {
    id,
    entity,
    project,
    name,
    type,
    version: `v${version}`,
    state,
    url: artifactUrl(artifact),
    aliases: [...aliases],
    metadata: json<Record<string, unknown>>(metadata),
    files: files.map(wireFile),
    created_at: wireTime(artifact.createdAt),
  };
}

function wireFile({ path, size, md5 }: ArtifactFile) {
  return { path, size, digest: md5 };
}
