/**
 * Publishes the versions that the registry does not have yet: `npm run release`. With
 * `npm run release -- --dry-run` it only shows them.
 *
 * pnpm packs every tarball once, and npm publishes the tarball unchanged, with provenance; npm
 * proves its identity by the workflow. This program runs only code from the lockfile: another job,
 * which may not publish, has tried the packed packages before.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pack, type PublishedPackage, publishedPackages } from "./release/packages.ts";

const isDryRun = process.argv.includes("--dry-run");

const run = (program: string, ...args: readonly string[]): void => {
  execFileSync(program, args, { stdio: "inherit" });
};

if (!isDryRun && process.env["GITHUB_ACTIONS"] !== "true") {
  throw new Error("Only the release workflow publishes; --dry-run shows what it would do.");
}

/** Asks the registry whether it has this version. Any answer except yes or no ends the release. */
function isPublished({ name, version }: PublishedPackage): boolean {
  const args = ["view", `${name}@${version}`, "version", "--json"];
  const { status, stdout, stderr } = spawnSync("npm", args, { encoding: "utf8" });
  if (status === 0) return stdout.trim() !== "";
  if (`${stdout}${stderr}`.includes("E404")) return false;
  throw new Error(`npm ${args.join(" ")}\n${stdout}${stderr}`);
}

/**
 * The registry refuses provenance unless the manifest names the repository that the workflow runs
 * in.
 */
function nameRepository({ folder }: PublishedPackage): void {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
  if (server === undefined || repository === undefined) return;
  const file = join(folder, "package.json");
  const manifest: Record<string, unknown> = JSON.parse(readFileSync(file, "utf8"));
  const url = `git+${server}/${repository}.git`;
  const named = { ...manifest, repository: { type: "git", url, directory: folder } };
  writeFileSync(file, `${JSON.stringify(named, null, 2)}\n`);
}

run("turbo", "run", "build", "--output-logs=errors-only");
run(process.execPath, ".ci/package-check.ts");

const target = mkdtempSync(join(tmpdir(), "heddle-release-"));
const done: PublishedPackage[] = [];
try {
  for (const published of publishedPackages()) {
    if (published.version === "0.0.0" || isPublished(published)) continue;
    nameRepository(published);
    const tarball = pack(published, target);
    const flags = ["--access", "public", ...(isDryRun ? ["--dry-run"] : ["--provenance"])];
    run("npm", "publish", tarball, ...flags);
    done.push(published);
  }
} finally {
  rmSync(target, { recursive: true, force: true });
}
if (!isDryRun && done.length > 0) {
  run("changeset", "git-tag");
  // The workflow reads these lines: they say which tags to push and which releases to make.
  for (const { name, version } of done) console.log(`New tag: ${name}@${version}`);
}
