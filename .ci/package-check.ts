/** Packs every published package and lets publint and attw look at the tarball. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
}

const folder = mkdtempSync(join(tmpdir(), "heddle-pack-"));
let failed = false;
try {
  for (const path of ["packages", "apps"].flatMap((parent) =>
    readdirSync(parent).map((name) => join(parent, name)),
  )) {
    if (!existsSync(join(path, "package.json"))) continue;
    const manifest: Manifest = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
    if (manifest.private === true) continue;
    const target = mkdtempSync(join(folder, "package-"));
    execFileSync("pnpm", ["pack", "--pack-destination", target], { cwd: path, stdio: "pipe" });
    const [tarball = ""] = readdirSync(target);
    const file = join(target, tarball);
    for (const command of [
      ["publint", "run", file, "--strict"],
      ["attw", file, "--profile", "esm-only"],
    ]) {
      const [program = "", ...args] = command;
      const run = spawnSync(program, args, { encoding: "utf8" });
      if (run.status === 0) continue;
      failed = true;
      console.log(`${manifest.name}: ${program}\n${run.stdout}${run.stderr}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
