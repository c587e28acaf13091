/** Packs every published package, and checks the tarballs with publint and attw. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pack, publishedPackages } from "./release/packages.ts";

const target = mkdtempSync(join(tmpdir(), "heddle-pack-"));
let failed = false;
const fail = (text: string): void => {
  failed = true;
  console.log(text);
};

try {
  for (const published of publishedPackages()) {
    for (const file of ["README.md", "LICENSE"]) {
      // If a package has no licence of its own, pnpm takes the one of the root.
      if (existsSync(join(published.folder, file)) || file === "LICENSE") continue;
      fail(`${published.name} has no ${file}. The registry shows this file: add it`);
    }
    const tarball = pack(published, target);
    for (const command of [
      ["publint", "run", tarball, "--strict"],
      ["attw", tarball, "--profile", "esm-only"],
    ]) {
      const [program = "", ...args] = command;
      const run = spawnSync(program, args, { encoding: "utf8" });
      if (run.status === 0) continue;
      fail(`${published.name}: ${program}\n${run.error?.message ?? ""}${run.stdout}${run.stderr}`);
    }
  }
} finally {
  rmSync(target, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
