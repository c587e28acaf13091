import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { InstallReport } from "./install-report.js";
import { beginInstall, endInstall, isInstalled } from "./installed.js";
import { withProgress } from "./progress.js";

/**
 * Installs the packages of the lockfile if they are not installed yet.
 *
 * @param {string} root the repository
 * @param {import("./programs.js").Programs} programs
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} an exit status
 */
export async function install(root, programs, env) {
  if (isInstalled(root)) return 0;
  beginInstall(root);
  const isFirst = !existsSync(join(root, "node_modules"));
  const title = `Installing packages${isFirst ? " (about 430 MB, the first time only)" : ""}`;
  const report = new InstallReport();
  const options = ["--frozen-lockfile", "--prefer-offline", "--reporter=ndjson"];
  // CI has checked the age and the publisher of each version before the lockfile was merged; that
  // takes 150 MB. Every download is checked against the lockfile's digests in any case.
  if (!env["CI"]) options.push("--trust-lockfile");
  const command = [...packageManager(root), "install", ...options];
  const status = await withProgress(title, (tell) =>
    programs.run(command, {
      env,
      onLine: (line) => {
        report.read(line);
        tell(report.progress);
      },
    }),
  );
  if (status === 0) endInstall(root);
  else if (!programs.isTold) console.error(`${report.problems}\nThe packages are not installed.`);
  return status;
}

/**
 * The package manager that an earlier install brought, or npx, which fetches it.
 *
 * @param {string} root
 * @returns {readonly string[]}
 */
function packageManager(root) {
  const { packageManager: wanted = "" } = manifest(root);
  const folder = join(root, "node_modules/pnpm");
  const program = join(root, "node_modules/.bin/pnpm");
  const isThere = [folder, program].every((path) => existsSync(path));
  const isWanted = isThere && wanted === `pnpm@${manifest(folder).version}`;
  return isWanted ? [program] : ["npx", "--yes", wanted];
}

/**
 * @param {string} folder
 * @returns {{ readonly version?: string, readonly packageManager?: string }}
 */
function manifest(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
