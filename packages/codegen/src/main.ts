#!/usr/bin/env node
import { run } from "./cli/run.ts";

const interruption = new AbortController();
if (process.argv.includes("--watch")) process.once("SIGINT", () => interruption.abort());

process.exitCode = await run({
  args: process.argv.slice(2),
  cwd: process.cwd(),
  // Where a mistake must be seen by all, nothing is taken for granted.
  trustsCache: !process.env["CI"],
  signal: interruption.signal,
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
});
