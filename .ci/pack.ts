/**
 * Packs every published package as for the registry, to be inspected or installed elsewhere:
 * `npm run pack -- <folder>`. It packs the built files, so build first.
 */
import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pack, publishedPackages } from "./release/packages.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("npm run pack -- <folder>");
  process.exitCode = 2;
} else {
  mkdirSync(folder, { recursive: true });
  for (const published of publishedPackages()) {
    const tarball = pack(published, folder);
    const placed = join(folder, basename(tarball));
    copyFileSync(tarball, placed);
    rmSync(dirname(tarball), { recursive: true });
    console.log(placed);
  }
}
