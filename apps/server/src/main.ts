import { run } from "./cli/run.ts";

// The program behind `bin/heddle.js`. That file checks the version of Node first, because with an
// older Node the native modules end the process without a message.

// Only this user may read new files, also those that libraries create.
process.umask(0o077);
process.exitCode = await run(process.argv.slice(2), {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  env: process.env,
  cwd: process.cwd(),
});
