/**
 * Makes the next versions: `npm run version`, which the release workflow runs for its pull request.
 *
 * Changesets writes versions and changelogs. The present bundles become the baseline of the next
 * release, and the steps of the server's schemas are recorded as released, with a data folder if
 * there are new ones. Everything generated and the lockfile are updated.
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

// The server runs for this, so nothing may have changed since it was built.
const stores = "apps/server/src/store/testing";
run(process.execPath, `${stores}/write-released.ts`);
run(process.execPath, `${stores}/released-folder/write-released-folder.ts`);
run("changeset", "version");
run(process.execPath, "packages/codegen/src/main.ts");
mkdirSync(released, { recursive: true });
for (const file of readdirSync(released).filter((name) => name.endsWith(".json"))) {
  if (!existsSync(join(bundles, file))) rmSync(join(released, file));
}
for (const file of readdirSync(bundles)) copyFileSync(join(bundles, file), join(released, file));
run("pnpm", "install", "--lockfile-only", "--no-frozen-lockfile");
