import { join, relative, sep } from "node:path";
import { installedPackage, readPackage } from "./installed-package.ts";

/** Versions of a backend's dependencies: the versions that the kit is built and tested with. */
export const versions = {
  "@hono/node-server": "2.1.8",
  "@hono/zod-openapi": "1.6.3",
  "@types/node": "24.19.2",
  hono: "4.13.19",
  typescript: "7.0.2",
  zod: "4.6.7",
} as const;

/** The folder of a backend, and the packages that it needs. */
export interface PackageOptions {
  readonly name: string;
  readonly folder: string;
  /** The repository of the kit, if the scaffold runs inside it. */
  readonly workspace: string | undefined;
  /** Whether the backend has its own generated zod schemas. */
  readonly hasSchemas: boolean;
}

/**
 * `package.json` with exact versions, or with the repository's versions if it is one of its
 * packages.
 */
export function packageFile(options: PackageOptions): string {
  const { name, hasSchemas } = options;
  const isMember = isWorkspaceMember(options);
  const pinned = (...names: readonly (keyof typeof versions)[]): Record<string, string> =>
    Object.fromEntries(names.map((one) => [one, isMember ? "catalog:" : versions[one]]));
  const kit = isMember ? "workspace:^" : `^${kitVersion(options)}`;
  const file = {
    name,
    version: "0.0.0",
    private: true,
    type: "module",
    scripts: {
      build: "tsc",
      start: "tsc && node dist/main.js",
      typecheck: "tsc --noEmit",
      test: "tsc && cd dist && node --test",
    },
    dependencies: {
      "@heddle/server-kit": kit,
      "@heddle/types": kit,
      ...pinned("@hono/node-server"),
      ...(hasSchemas && pinned("@hono/zod-openapi")),
      ...pinned("hono"),
      ...(hasSchemas && pinned("zod")),
    },
    devDependencies: pinned("@types/node", "typescript"),
    engines: { node: ">=20.19" },
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Whether the backend is a package of the repository, so that the package manager links it. */
export function isWorkspaceMember({ folder, workspace }: PackageOptions): boolean {
  if (workspace === undefined) return false;
  const [parent, name, ...below] = relative(workspace, folder).split(sep);
  return (parent === "apps" || parent === "packages") && name !== undefined && below.length === 0;
}

/**
 * The version of the repository's kit or of the installed kit, else of this program, which is
 * released with the kit.
 */
function kitVersion({ folder, workspace }: PackageOptions): string {
  const kit =
    workspace === undefined
      ? installedPackage("@heddle/server-kit", folder)
      : readPackage(join(workspace, "packages", "server-kit"));
  return (kit ?? readPackage(ownFolder())).version;
}

/** Two folders up, both from the source and from the built files. */
function ownFolder(): string {
  return join(import.meta.dirname, "..", "..");
}
