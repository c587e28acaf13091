import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** A workspace package that goes to the registry. */
export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** Its folder in the repository. */
  readonly folder: string;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
}

/** Every package that is not private. */
export function publishedPackages(): PublishedPackage[] {
  return ["packages", "apps"]
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))
    .filter((folder) => existsSync(join(folder, "package.json")))
    .flatMap((folder) => {
      const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const { name, version } = manifest;
      return manifest.private === true ? [] : [{ name, version, folder }];
    });
}

/**
 * Packs one package as it would be published, and says where the tarball is.
 *
 * By pnpm, which writes versions in place of `workspace:` and `catalog:`.
 */
export function pack(published: PublishedPackage, target: string): string {
  const own = mkdtempSync(join(target, "tarball-"));
  execFileSync("pnpm", ["pack", "--pack-destination", own], {
    cwd: published.folder,
    stdio: "pipe",
  });
  const [tarball] = readdirSync(own);
  if (tarball === undefined) throw new Error(`pnpm packed nothing for ${published.name}`);
  return join(own, tarball);
}
