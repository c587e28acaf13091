#!/usr/bin/env node
import { run } from "./cli/run.ts";
import { UsageError } from "./cli/options.ts";
import { RedoclyError } from "./document/redocly.ts";
import { SpecError } from "./document/spec-error.ts";

try {
  const print = (line: string): void => console.log(line);
  process.exitCode = await run({ args: process.argv.slice(2), cwd: process.cwd(), print });
} catch (error) {
  if (!isExpected(error)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

/** Errors whose message is for the person at the keyboard; others are ours and keep their stack. */
function isExpected(error: unknown): error is Error {
  return error instanceof UsageError || error instanceof RedoclyError || error instanceof SpecError;
}
