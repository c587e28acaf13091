import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "./build.js";
import { install } from "./install.js";
import { Programs } from "./programs.js";
import { quietEnvironment } from "./quiet-environment.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Installs, builds and runs, as the arguments ask, until something fails.
 *
 * @param {readonly string[]} args `[--build <filter>] [program [argument]...]`
 * @returns {Promise<number>} an exit status
 */
export async function runScript(args) {
  const [filter, command] = args[0] === "--build" ? [args[1], args.slice(2)] : [undefined, args];
  const programs = new Programs();
  // npm adds this folder to the path too, but a direct start does not.
  const path = [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
  const env = { ...process.env, ...quietEnvironment, PATH: path };
  let status = await install(root, programs, env);
  if (status === 0 && filter !== undefined) status = await build(filter, programs, env);
  if (status === 0 && command.length > 0) status = await programs.run(command, { env });
  return status;
}
