import { withProgress } from "./progress.js";

/**
 * Builds packages of this repository if their sources have changed.
 *
 * @param {string} filter as turbo takes it: `@heddle/server^...` is all that the server depends on
 * @param {import("./programs.js").Programs} programs
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} an exit status
 */
export async function build(filter, programs, env) {
  /** @type {string[]} */
  const printed = [];
  const command = ["turbo", "run", "build", `--filter=${filter}`];
  const options = ["--output-logs=errors-only", "--log-order=grouped"];
  const status = await withProgress("Building", () =>
    programs.run([...command, ...options], { env, onLine: (line) => printed.push(line) }),
  );
  if (status !== 0 && !programs.isTold) console.error(printed.join("\n"));
  return status;
}
