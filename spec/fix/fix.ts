/** `npm run spec:fix`: writes the refusals that follow from what the operations say of themselves. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fixedPaths } from "./fixed-paths.ts";

const spec = fileURLToPath(new URL("..", import.meta.url));
const [folder = spec] = process.argv.slice(2);

for (const file of globSync("*/paths/*.yaml", { cwd: folder }).toSorted()) {
  const path = `${folder}/${file}`;
  const text = readFileSync(path, "utf8");
  const { text: fixed, changes } = fixedPaths(text, path);
  if (fixed !== text) writeFileSync(path, fixed);
  for (const change of changes) console.log(`${file}: ${change}`);
}
