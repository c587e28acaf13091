#!/usr/bin/env node
// The program `heddle`. It is plain JavaScript for two reasons: a Node that is too old to read the
// rest can still report that, and the process that stays beside the server does not load the
// TypeScript compiler, which would double its memory.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ServerKeeper } from "./server-keeper.js";

const oldest = /** @type {const} */ ([22, 18]);
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  process.stderr.write(
    `heddle: Heddle needs Node ${oldest.join(".")} or newer, and this is Node ` +
      `${process.versions.node}. Install a newer one: https://nodejs.org\n`,
  );
  process.exitCode = 1;
} else {
  // A clone has the sources; an installed package has the build.
  const sources = new URL("../src/main.ts", import.meta.url);
  const program = existsSync(sources) ? sources : new URL("../dist/main.js", import.meta.url);
  const args = process.argv.slice(2);
  if (args[0] === "start") {
    process.exitCode = await new ServerKeeper(fileURLToPath(program), args).run();
  } else {
    await import(program.href);
  }
}
