import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

/** A workspace package that is published to the registry. */
export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** Its folder in the repository. */
  readonly folder: string;
}

type Dependencies = Readonly<Record<string, string>>;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly dependencies?: Dependencies;
  readonly optionalDependencies?: Dependencies;
  readonly peerDependencies?: Dependencies;
}

/**
 * Every package of the workspace in `root` that is not private, each after the packages that it
 * depends on. Published in this order, no package is ever available without its dependencies.
 *
 * Throws if packages depend on each other in a circle.
 */
export function publishedPackages(root: string = "."): PublishedPackage[] {
  const left = ["packages", "apps"]
    .filter((parent) => existsSync(join(root, parent)))
    .flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(root, parent, name)))
    .filter((folder) => existsSync(join(folder, "package.json")))
    .map((folder) => ({ folder, manifest: manifestOf(folder) }))
    .filter(({ manifest }) => manifest.private !== true);
  const ordered: PublishedPackage[] = [];
  while (left.length > 0) {
    const names = new Set(left.map(({ manifest }) => manifest.name));
    const at = left.findIndex(({ manifest }) => needs(manifest).every((name) => !names.has(name)));
    const [next] = at < 0 ? [] : left.splice(at, 1);
    if (next === undefined) throw new Error(`${[...names].join(", ")} depend on each other`);
    const { name, version } = next.manifest;
    ordered.push({ name, version, folder: next.folder });
  }
  return ordered;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** The dependencies that are installed with a package: not those for its development. */
function needs({ dependencies, optionalDependencies, peerDependencies }: Manifest): string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
}

/**
 * Packs one package as it would be published, and returns the path of the tarball.
 *
 * pnpm packs it, since it writes versions in place of `workspace:` and `catalog:`.
 */
export function pack(published: PublishedPackage, target: string): string {
  const own = mkdtempSync(join(resolve(target), "tarball-"));
  execFileSync(resolve("node_modules/.bin/pnpm"), ["pack", "--pack-destination", own], {
    cwd: published.folder,
    stdio: "pipe",
  });
  const [tarball] = readdirSync(own);
  if (tarball === undefined) throw new Error(`pnpm packed nothing for ${published.name}`);
  return join(own, tarball);
}
