import type { WholeArtifact } from "../../../training/artifacts/artifact.ts";

/** A page of the files of an artifact. */
interface PageArguments {
  readonly after?: string | null;
  readonly first?: number | null;
}

/** Most files on a page of an artifact. */
export const mostFiles = 200;

/** Makes an address from which one file, or with no path the manifest, is read. */
export type Address = (path?: string) => Promise<string>;

/** An `Artifact` of the schema. */
export function artifactNode(artifact: WholeArtifact, address: Address): object {
  const { id, entity, project, name, type, version, state, files, aliases } = artifact;
  const collection = {
    name,
    project: { id: `${entity}/${project}`, name: project, entity: { id: entity, name: entity } },
  };
  return {
    id,
    artifactSequence: { ...collection, latestArtifact: null },
    versionIndex: version,
    artifactType: { name: type },
    metadata: artifact.metadata,
    // The SDK takes a number alone, and reads this one as "kept for ever".
    ttlDurationSeconds: -1,
    ttlIsInherited: false,
    tags: [],
    state: state.toUpperCase(),
    size: files.reduce((sum, { size }) => sum + size, 0),
    digest: artifact.digest ?? "",
    commitHash: artifact.digest ?? "",
    fileCount: files.length,
    createdAt: artifact.createdAt,
    aliases: [`v${version}`, ...aliases].map((alias) => ({
      __typename: "ArtifactAlias",
      id: `${id}:${alias}`,
      alias,
      artifactCollection: { __typename: "ArtifactSequence", ...collection },
    })),
    currentManifest:
      state === "committed" ? { id, file: { id, directUrl: () => address() } } : null,
    files: ({ after, first }: PageArguments) => {
      const rest = files.filter(({ path }) => path > (after ?? ""));
      const shown = rest.slice(0, Math.min(Math.max(first ?? mostFiles, 1), mostFiles));
      const endCursor = shown.at(-1)?.path ?? null;
      return {
        pageInfo: { endCursor, hasNextPage: rest.length > shown.length },
        edges: shown.map(({ path }) => ({ node: { name: path, directUrl: () => address(path) } })),
      };
    },
  };
}
