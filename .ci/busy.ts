/**
 * Runs a program beside a busy loop on every core. `npm run test:busy` runs `npm test` this way.
 *
 * `node .ci/busy.ts <program> [argument]...`
 *
 * Tests that pass here also pass on a busy machine, since no process has a core of its own.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism, constants } from "node:os";

const [program, ...args] = process.argv.slice(2);
if (program === undefined) throw new Error("node .ci/busy.ts <program> [argument]...");

// Processes rather than threads: the system shares the cores among all processes.
const loops = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" }),
);
const child = spawn(program, args, { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
for (const loop of loops) loop.kill("SIGKILL");
process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
