import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const lockfile = "pnpm-lock.yaml";
/** The lockfile of the last install that pnpm finished, by whatever command. */
const lastInstalled = "node_modules/.pnpm/lock.yaml";
/**
 * The declaration at the last install by these tasks that finished. It is deleted while one runs.
 */
const stamp = "node_modules/.heddle-installed";

/**
 * Whether everything that is declared is installed, so that no package manager needs to run.
 *
 * @param {string} root the repository
 * @returns {boolean}
 */
export function isInstalled(root) {
  const files = [lastInstalled, stamp].map((file) => join(root, file));
  if (!files.every((file) => existsSync(file))) return false;
  const [installed = "", declared = ""] = files.map((file) => readFileSync(file, "utf8"));
  return installed === readFileSync(join(root, lockfile), "utf8") && declared === declaration(root);
}

/**
 * Call this before an install begins: an install that was broken off must not count.
 *
 * @param {string} root
 */
export function beginInstall(root) {
  rmSync(join(root, stamp), { force: true });
}

/**
 * Call this once an install has succeeded.
 *
 * @param {string} root
 */
export function endInstall(root) {
  writeFileSync(join(root, stamp), declaration(root));
}

/**
 * A digest of all that an install depends on: the lockfile, the settings, the manifest of each
 * package, and the machine, since several machines may share a folder.
 *
 * @param {string} root
 */
function declaration(root) {
  const locked = readFileSync(join(root, lockfile), "utf8");
  const [, importers = ""] = /^importers:\n((?: .*\n|\n)*)/m.exec(locked) ?? [];
  const manifests = [...importers.matchAll(/^ {2}(\S+):$/gm)].map(([, folder = ""]) =>
    join(folder, "package.json"),
  );
  const digest = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const file of [lockfile, "pnpm-workspace.yaml", ...manifests]) {
    const path = join(root, file);
    digest.update(`\0${file}\0`).update(existsSync(path) ? readFileSync(path) : "");
  }
  return digest.digest("hex");
}
