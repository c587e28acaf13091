/**
 * Runs a program of this repository, for the scripts of `package.json`:
 *
 * `node tasks/run.js [--build <filter>] [program [argument]...]`
 *
 * Each script works in a fresh clone: missing packages are installed, and built if the script asks
 * for it. A Node that is too old is refused in one line. Signals reach the program, the script
 * exits with the program's status, and no tool reports its use.
 *
 * This is plain JavaScript, since it runs on the user's Node before the lockfile's Node is there.
 * Modules that an old Node cannot load are imported after the version check.
 */
import { nodeRefusal } from "./node-version.js";

const { platform, arch, versions } = process;
const refusal = nodeRefusal({ platform, arch, version: versions.node });
if (refusal === undefined) {
  const { runScript } = await import("./script.js");
  process.exitCode = await runScript(process.argv.slice(2));
} else {
  console.error(refusal);
  process.exitCode = 1;
}
