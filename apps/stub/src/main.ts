#!/usr/bin/env node
import { run } from "./run.ts";

/** The first signal lets current answers finish; the second one ends the program at once. */
const told = new Promise<void>((resolve) => {
  const stop = (): void => {
    process.off("SIGINT", stop).off("SIGTERM", stop);
    resolve();
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
});

process.exitCode = await run({
  args: process.argv.slice(2),
  out: (line) => console.log(line),
  err: (line) => console.error(line),
  told,
});
