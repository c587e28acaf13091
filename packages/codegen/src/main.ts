#!/usr/bin/env node
import { run } from "./cli/run.ts";

const interruption = new AbortController();
if (process.argv.includes("--watch")) process.once("SIGINT", () => interruption.abort());

process.exitCode = await run({
  args: process.argv.slice(2),
  cwd: process.cwd(),
  // In CI the cache is not trusted, because every mistake must be visible there.
  trustsCache: !process.env["CI"],
  signal: interruption.signal,
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
});
