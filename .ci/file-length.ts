/** Refuses hand-written files above 400 lines: such a file holds two things. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const limitLines = 400;
const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--deduplicate"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => /\.(ts|mjs|yaml|md)$/.test(path))
  .filter((path) => !/\/generated\/|pnpm-lock|\/fixtures\/|^spec\/released\//.test(path));

const long = tracked
  .map((path) => ({ path, lines: readFileSync(path, "utf8").split("\n").length - 1 }))
  .filter(({ lines }) => lines > limitLines);

for (const { path, lines } of long) console.log(`${path}: ${lines} lines, above ${limitLines}`);
process.exitCode = long.length === 0 ? 0 : 1;
