#!/usr/bin/env node
// Nothing is imported before the version is known: on an older Node the native modules end the
// process without a word.
const oldest = [22, 18] as const;
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  process.stderr.write(
    `heddle: This is Node ${process.versions.node}, and Heddle needs ${oldest.join(".")} or ` +
      "newer: https://nodejs.org\n",
  );
  process.exitCode = 1;
} else {
  const { run } = await import("./cli/run.ts");
  process.exitCode = await run(process.argv.slice(2), {
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    env: process.env,
    cwd: process.cwd(),
  });
}
