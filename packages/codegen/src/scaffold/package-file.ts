import { join, relative, sep } from "node:path";
import { installedPackage, readPackage } from "./installed-package.ts";

/** Versions of what a backend stands on: those that the kit is built and tested with. */
export const versions = {
  "@hono/node-server": "2.1.8",
  "@hono/zod-openapi": "1.6.3",
  "@types/node": "24.19.2",
  hono: "4.13.19",
  typescript: "7.0.2",
  zod: "4.6.7",
} as const;

/** Where a backend lies and what it needs. */
export interface PackageOptions {
  readonly name: string;
  readonly folder: string;
  /** The repository of the kit, where the scaffold is run inside it. */
  readonly workspace: string | undefined;
  /** Whether the backend has zod schemas of its own, generated beside it. */
  readonly hasSchemas: boolean;
}

/** `package.json`: exact versions, or the repository's own where it is one of its packages. */
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

/** Whether the backend is a package of the repository, which its package manager links. */
export function isWorkspaceMember({ folder, workspace }: PackageOptions): boolean {
  if (workspace === undefined) return false;
  const [parent, name, ...below] = relative(workspace, folder).split(sep);
  return (parent === "apps" || parent === "packages") && name !== undefined && below.length === 0;
}

/** Of the repository's kit, or of the one that is installed; else of this program, released with it. */
function kitVersion({ folder, workspace }: PackageOptions): string {
  const kit =
    workspace === undefined
      ? installedPackage("@heddle/server-kit", folder)
      : readPackage(join(workspace, "packages", "server-kit"));
  return (kit ?? readPackage(ownFolder())).version;
}

/** Two folders up, from the source as from what is built. */
function ownFolder(): string {
  return join(import.meta.dirname, "..", "..");
}
