/**
 * Runs a program of this repository, for the scripts of `package.json`:
 *
 * `node tasks/run.js [--build <filter>] [program [argument]...]`
 *
 * Each script works in a fresh clone: what is missing is installed, and built where that is asked
 * for. A Node that is too old is refused in one line. Signals reach the program, its exit status is
 * the script's, and no tool tells anybody about its use.
 * Plain JavaScript, since it runs on the Node that people have before the lockfile's is there. What
 * an older one cannot even load is imported when the version is known.
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
