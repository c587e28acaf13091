#!/usr/bin/env node
// Plain JavaScript for two reasons. A Node that is too old to read the rest can still say so. And
// the process that stays beside the server does without the compiler for TypeScript, which would
// double what it holds.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ServerKeeper } from "./server-keeper.js";

const oldest = /** @type {const} */ ([22, 18]);
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  process.stderr.write(
    `heddle: This is Node ${process.versions.node}, and Heddle needs ${oldest.join(".")} or ` +
      "newer: https://nodejs.org\n",
  );
  process.exitCode = 1;
} else {
  // A clone has the sources, and a package what is built from them.
  const sources = new URL("../src/main.ts", import.meta.url);
  const program = existsSync(sources) ? sources : new URL("../dist/main.js", import.meta.url);
  const args = process.argv.slice(2);
  if (args[0] === "start") {
    process.exitCode = await new ServerKeeper(fileURLToPath(program), args).run();
  } else {
    await import(program.href);
  }
}
