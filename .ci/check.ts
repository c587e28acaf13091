/** Runs every gate, says how long each took, and leaves the tally for the summary. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { quietEnvironment } from "../tasks/quiet-environment.js";
import { gates } from "./gates.ts";
import { gateReport } from "./reports.ts";

const environment = { ...process.env, ...quietEnvironment };

let failed = 0;
for (const { name, command } of gates) {
  const started = performance.now();
  const [program = "", ...args] = command;
  const run = spawnSync(program, args, { encoding: "utf8", env: environment });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const passed = run.status === 0;
  console.log(`${passed ? "ok  " : "FAIL"}  ${name} (${seconds} s)`);
  if (!passed) {
    failed += 1;
    console.log([run.error?.message, run.stdout, run.stderr].filter(Boolean).join("\n"));
  }
}

mkdirSync(dirname(gateReport), { recursive: true });
writeFileSync(gateReport, JSON.stringify({ passed: gates.length - failed, failed }));
console.log(`gates: ${gates.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
