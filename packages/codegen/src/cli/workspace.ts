import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { Source } from "../generate.ts";

/** The repository that contains a folder, or `undefined` outside of a repository. */
export function findWorkspace(from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, "spec", "redocly.yaml"))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** The folders with generated files only, relative to the repository. */
export const generatedFolders: readonly string[] = [
  "packages/types/src/generated",
  "packages/server-kit/src/generated",
  "packages/client/src/generated",
  "docs/reference",
];

/** One source for every service that has a `spec/<service>/openapi.yaml`, sorted by name. */
export async function workspaceSources(root: string): Promise<Source[]> {
  const entries = await readdir(join(root, "spec"), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .filter((service) => existsSync(join(root, "spec", service, "openapi.yaml")))
    .sort()
    .map((service) => workspaceSource(root, service));
}

function workspaceSource(root: string, service: string): Source {
  const types = "packages/types/src/generated";
  const kit = `packages/server-kit/src/generated/${service}`;
  const spec = join(root, "spec", service, "openapi.yaml");
  return {
    spec,
    lintConfig: join(root, "spec", "redocly.yaml"),
    service,
    source: relative(root, spec),
    outputs: {
      types: `${types}/${service}.ts`,
      document: `${types}/documents/${service}.json`,
      schemas: `${kit}/schemas.ts`,
      operations: `${kit}/operations.ts`,
      routes: `${kit}/routes.ts`,
      handlers: `${kit}/handlers.ts`,
      client: `packages/client/src/generated/${service}`,
      reference: `docs/reference/${service}.md`,
    },
    modules: {
      types: `@heddle/types/${service}`,
      component: "../../component.ts",
      keywords: "../../keywords.ts",
      operation: "../../operation.ts",
      routes: "../../routes/routes-of.ts",
      handler: "../../handler.ts",
      client: "../../core/index.ts",
    },
  };
}
