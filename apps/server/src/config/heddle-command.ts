import { dirname, sep } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * A command as it can be typed where this program was started: `npm run heddle -- keys create` in a
 * clone, and for an installed package what its owner's shell finds.
 *
 * @param words what follows the program's name, such as `keys create`
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
  // Sources are run in a clone alone: Node refuses to read TypeScript from an installed package.
  if (module.endsWith(".ts")) return "npm run heddle --";
  const [project = ""] = dirname(fileURLToPath(module)).split(`${sep}node_modules${sep}`);
  const isOfProject = `${cwd}${sep}`.startsWith(`${project}${sep}`);
  const isOfNpx = project.includes(`${sep}_npx${sep}`);
  return isOfProject || isOfNpx ? "npx @heddle/server" : "heddle";
}
