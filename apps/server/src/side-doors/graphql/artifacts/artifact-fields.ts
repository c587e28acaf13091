import { GraphQLError } from "graphql";
import type { Requester } from "../../../access/requester.ts";
import { noKey } from "../../../http/unauthorized.ts";
import { Refusal } from "../../../refusals/refusal.ts";
import type { WholeArtifact } from "../../../training/artifacts/artifact.ts";
import { ArtifactNotFound } from "../../../training/artifacts/artifact-refusals.ts";
import type { Artifacts } from "../../../training/artifacts/artifacts.ts";
import type { ProgramUploads } from "../../../training/artifacts/program-uploads.ts";
import type { TransferRight, TransferRights } from "../../transfers/transfer-rights.ts";
import { artifactNode } from "./artifact-nodes.ts";

/** The parts of the server that artifacts need here. */
export interface ArtifactDoor {
  readonly artifacts: Artifacts;
  readonly uploads: ProgramUploads;
  readonly rights: TransferRights;
}

/** Who asks, where from, and until when. */
export interface ArtifactAsker {
  readonly requester: Requester | null;
  /** The address at which the addresses of transfers begin. */
  readonly frontendHost: string;
  readonly signal: AbortSignal;
  /** Throws a `Refusal` unless the key may write to a project. */
  readonly authoriseWrite: (requester: Requester, project: string) => void | Promise<void>;
}

interface CreateInput {
  readonly entityName: string;
  readonly projectName: string;
  readonly artifactTypeName: string;
  readonly artifactCollectionName?: string | null;
  readonly artifactCollectionNames?: readonly string[] | null;
  readonly digest: string;
  readonly metadata?: string | null;
  readonly aliases?: readonly { readonly alias: string }[] | null;
  readonly clientID?: string | null;
  readonly enableDigestDeduplication?: boolean | null;
}

interface FileInput {
  readonly artifactID: string;
  readonly name: string;
  readonly md5: string;
}

type Input<Value> = { readonly input: Value };

/** Answers one field. */
type Resolver<Arguments> = (given: Arguments) => Promise<object | null>;

/** The root fields about artifacts, and the one of a project. */
export interface ArtifactFields {
  readonly ofProject: (entity: string, project: string) => Resolver<{ readonly name: string }>;
  readonly artifact: Resolver<{ readonly id: string }>;
  readonly createArtifact: Resolver<Input<CreateInput>>;
  readonly createArtifactManifest: Resolver<
    Input<{ readonly artifactID: string; readonly digest: string }>
  >;
  readonly updateArtifactManifest: Resolver<
    Input<{ readonly artifactManifestID: string; readonly digest?: string | null }>
  >;
  readonly createArtifactFiles: Resolver<Input<{ readonly artifactFiles: readonly FileInput[] }>>;
  readonly commitArtifact: Resolver<Input<{ readonly artifactID: string }>>;
  readonly useArtifact: Resolver<Input<{ readonly artifactID: string }>>;
}

/** The resolvers about artifacts, for one document. */
export function artifactFields(
  { artifacts, uploads, rights }: ArtifactDoor,
  { requester, frontendHost, signal, authoriseWrite }: ArtifactAsker,
): ArtifactFields {
  /** An address of this server with a right for the key that asks. */
  const address = async (right: Omit<TransferRight, "expiresAtMs" | "keyId">): Promise<string> => {
    const { keyId } = asking(requester).principal;
    return frontendHost + (await rights.pathFor({ ...right, keyId }));
  };
  const nodeOf = (artifact: WholeArtifact): object =>
    artifactNode(artifact, (path) =>
      path === undefined
        ? address({ kind: "get-manifest", artifactId: artifact.id })
        : address({ kind: "get-file", artifactId: artifact.id, path }),
    );
  /** An artifact that the key may see. */
  const visible = async (id: string): Promise<WholeArtifact> => {
    const artifact = await artifacts.read(id, signal);
    const { projects } = asking(requester);
    if (!projects.visible(`${artifact.entity}/${artifact.project}`)) throw new ArtifactNotFound();
    return artifact;
  };
  /** One that it may write to. */
  const writable = async (id: string): Promise<WholeArtifact> => {
    const artifact = await visible(id);
    await authoriseWrite(asking(requester), `${artifact.entity}/${artifact.project}`);
    return artifact;
  };
  const manifest = async (id: string, md5: string | null | undefined): Promise<object> => {
    const { id: artifactId } = await writable(id);
    const right = { kind: "put-manifest", artifactId, ...(md5 && { md5 }) } as const;
    const file = { id, uploadUrl: () => address(right), uploadHeaders: [] };
    return { artifactManifest: { id, file } };
  };
  return {
    /** The field `artifact` of a project. */
    ofProject: (entity: string, project: string) =>
      told(async ({ name: text }: { readonly name: string }) => {
        const [name = "", label = "latest"] = text.split(":");
        const named = { entity, project, name, label };
        const found = await orNothing(artifacts.resolve(asking(requester).projects, named, signal));
        return found ? nodeOf(found) : null;
      }),
    artifact: told(async ({ id }: { readonly id: string }) => {
      if (!requester) return null;
      const found = await orNothing(visible(id));
      return found ? nodeOf(found) : null;
    }),
    createArtifact: told(async ({ input }: Input<CreateInput>) => {
      const { projects } = asking(requester);
      const { entityName: entity, projectName: project } = input;
      await authoriseWrite(asking(requester), `${entity}/${project}`);
      const begun = await uploads.begin(projects, {
        entity,
        project,
        name: input.artifactCollectionName ?? input.artifactCollectionNames?.[0] ?? "",
        type: input.artifactTypeName,
        metadata: input.metadata ?? "{}",
        aliases: (input.aliases ?? []).map(({ alias }) => alias),
        digest: input.digest,
        clientId: input.clientID ?? null,
        dedupes: input.enableDigestDeduplication ?? false,
      });
      return { artifact: nodeOf(await artifacts.read(begun.id, signal)) };
    }),
    createArtifactManifest: told(
      ({ input }: Input<{ readonly artifactID: string; readonly digest: string }>) =>
        manifest(input.artifactID, input.digest),
    ),
    updateArtifactManifest: told(
      ({
        input,
      }: Input<{ readonly artifactManifestID: string; readonly digest?: string | null }>) =>
        manifest(input.artifactManifestID, input.digest),
    ),
    createArtifactFiles: told(
      async ({ input }: Input<{ readonly artifactFiles: readonly FileInput[] }>) => {
        for (const id of new Set(input.artifactFiles.map(({ artifactID }) => artifactID))) {
          await writable(id);
        }
        const edges = input.artifactFiles.map(({ artifactID: artifactId, name: path, md5 }) => ({
          node: {
            name: path,
            storagePath: path,
            uploadUrl: () => address({ kind: "put-file", artifactId, path, md5 }),
            uploadHeaders: [],
            uploadMultipartUrls: null,
            artifact: { id: artifactId },
          },
        }));
        return { files: { edges } };
      },
    ),
    commitArtifact: told(async ({ input }: Input<{ readonly artifactID: string }>) => {
      await writable(input.artifactID);
      const { id } = await uploads.commit(input.artifactID, signal);
      return { artifact: nodeOf(await artifacts.read(id, signal)) };
    }),
    useArtifact: told(async ({ input }: Input<{ readonly artifactID: string }>) => ({
      artifact: nodeOf(await visible(input.artifactID)),
    })),
  };
}

function asking(requester: Requester | null): Requester {
  if (!requester) {
    throw new GraphQLError(noKey, { extensions: { code: "PERMISSION_ERROR" } });
  }
  return requester;
}

/** A resolver whose refusals the client reads. */
function told<Arguments>(
  resolve: (given: Arguments) => Promise<object | null>,
): (given: Arguments) => Promise<object | null> {
  return async (given) => {
    try {
      return await resolve(given);
    } catch (error) {
      if (error instanceof Refusal) throw new GraphQLError(error.message);
      throw error;
    }
  };
}

async function orNothing<Found>(finding: Promise<Found>): Promise<Found | undefined> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof ArtifactNotFound) return undefined;
    throw error;
  }
}
