import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packageRows, type PackageRow } from "./package-table.ts";

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const table = ".ci/rooms/package-table.ts";

/**
 * What is wrong with the packages of the workspace in `root`: manifests that name packages of the workspace
 * which their row does not allow, for development too, packages without a row, and rows without a package. What a
 * manifest does not name, `turbo boundaries` keeps from being imported.
 */
export function packageProblems(root: string): readonly string[] {
  const found = globSync(["packages/*/package.json", "apps/*/package.json"], { cwd: root })
    .toSorted()
    .map((file) => {
      const manifest = JSON.parse(readFileSync(join(root, file), "utf8")) as Manifest;
      return { folder: dirname(file), manifest };
    });
  const folders = new Map(found.map(({ folder, manifest }) => [manifest.name, folder]));
  const missing = Object.keys(packageRows)
    .filter((folder) => !existsSync(join(root, folder, "package.json")))
    .map((folder) => `${folder} does not exist. Take it out of ${table}.`);
  return [...missing, ...found.flatMap(({ folder, manifest }) => problemsOf(folder, manifest))];

  function problemsOf(folder: string, manifest: Manifest): readonly string[] {
    const row: PackageRow | undefined = packageRows[folder];
    if (row === undefined)
      return [`${folder} has no row. Add one to ${table}, with the packages that it may import.`];
    if (row === "everything") return [];
    const allowed = row.join(", ") || "no other package";
    return workspaceNames(manifest)
      .map((name) => folders.get(name) ?? name)
      .filter((other) => !row.includes(other))
      .map((other) => `${folder} names ${other}. It may import ${allowed} (${table}).`);
  }
}

/** Packages that a manifest takes from the workspace. */
function workspaceNames(manifest: Manifest): readonly string[] {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest;
  const all = {
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
    ...peerDependencies,
  };
  return Object.keys(all).filter((name) => all[name]?.startsWith("workspace:"));
}
