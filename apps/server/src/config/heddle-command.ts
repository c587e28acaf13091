import { dirname, sep } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The command line that works where this program was started: `npm run heddle -- keys create` in a
 * clone, `npx @heddle/server …` in a project that has the package, else `heddle …`.
 *
 * @param words the arguments after the program's name, such as `keys create`
 * @param module a file of this program
 */
export function heddleCommand(
  words: string,
  module: string = import.meta.url,
  cwd: string = process.cwd(),
): string {
  return `${programName(module, cwd)} ${words}`;
}

function programName(module: string, cwd: string): string {
  // Only a clone runs the sources: Node refuses to read TypeScript from an installed package.
  if (module.endsWith(".ts")) return "npm run heddle --";
  const [project = ""] = dirname(fileURLToPath(module)).split(`${sep}node_modules${sep}`);
  const isOfProject = `${cwd}${sep}`.startsWith(`${project}${sep}`);
  const isOfNpx = project.includes(`${sep}_npx${sep}`);
  return isOfProject || isOfNpx ? "npx @heddle/server" : "heddle";
}
