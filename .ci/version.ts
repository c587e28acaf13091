/**
 * Makes the next versions: `npm run version`, which the release workflow runs for its pull request.
 *
 * Changesets writes versions and changelogs. The present bundles become the baseline of the next
 * release, and the steps of the server's schemas are recorded as released. Everything generated and
 * the lockfile are updated.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundles, released, releaseReport } from "./release/release-problems.ts";

const { problems } = releaseReport(".");
if (problems.length > 0) throw new Error(problems.join("\n"));

const run = (program: string, ...args: readonly string[]): void => {
  execFileSync(program, args, { stdio: "inherit" });
};

run("changeset", "version");
run(process.execPath, "packages/codegen/src/main.ts");
mkdirSync(released, { recursive: true });
for (const file of readdirSync(released).filter((name) => name.endsWith(".json"))) {
  if (!existsSync(join(bundles, file))) rmSync(join(released, file));
}
for (const file of readdirSync(bundles)) copyFileSync(join(bundles, file), join(released, file));
run(process.execPath, "apps/server/src/store/testing/write-released.ts");
run("pnpm", "install", "--lockfile-only", "--no-frozen-lockfile");
