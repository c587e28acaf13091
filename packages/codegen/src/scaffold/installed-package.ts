import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A package that a folder can import. */
export interface InstalledPackage {
  readonly folder: string;
  readonly version: string;
  /** The files behind the package's subpaths; only subpaths with a single file. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * The package of a name in the nearest `node_modules` in or above a folder. The search does not use
 * the module resolution of Node, since a package manager may let this program resolve more than the
 * folder can.
 */
export function installedPackage(name: string, from: string): InstalledPackage | undefined {
  const folder = join(from, "node_modules", name);
  if (existsSync(join(folder, "package.json"))) return readPackage(folder);
  return dirname(from) === from ? undefined : installedPackage(name, dirname(from));
}

/** Reads the package that a folder holds. */
export function readPackage(folder: string): InstalledPackage {
  const { version = "0.0.0", exports = {} } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as { version?: string; exports?: Readonly<Record<string, unknown>> };
  const files = Object.entries(exports).flatMap(([subpath, file]) =>
    typeof file === "string" ? [[subpath, join(folder, file)] as const] : [],
  );
  return { folder, version, files: new Map(files) };
}
