import { run } from "./cli/run.ts";

// The program behind `bin/heddle.js`, which looks at the version of Node first: on one that is too
// old, the native modules end the process without a word.
// Whatever is made belongs to this user alone, also what libraries make.
process.umask(0o077);
process.exitCode = await run(process.argv.slice(2), {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  env: process.env,
  cwd: process.cwd(),
});
