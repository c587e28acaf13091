/** Refuses hand-written files above 400 lines: such a file has more than one purpose. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const limitLines = 400;
const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--deduplicate"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => /\.(ts|js|mjs|yaml|md)$/.test(path))
  .filter((path) => !/\/generated\/|pnpm-lock|\/fixtures\/|^spec\/released\//.test(path))
  // Skips generated pages, and changelogs, which only ever grow.
  .filter((path) => !/^docs\/reference\/|CHANGELOG\.md$/.test(path))
  // Skips files that git lists but that have been deleted since the last commit.
  .filter((path) => existsSync(path));

const long = tracked
  .map((path) => ({ path, lines: readFileSync(path, "utf8").split("\n").length - 1 }))
  .filter(({ lines }) => lines > limitLines);

for (const { path, lines } of long) console.log(`${path}: ${lines} lines, above ${limitLines}`);
process.exitCode = long.length === 0 ? 0 : 1;
