/**
 * Refuses test limits that a busy machine could reach: any limit below four times the duration in
 * the reports of the last `npm test`.
 *
 * Every suite has one limit, in its `vitest.config.ts`, which only a hang reaches. A test has no
 * limit of its own unless it is higher, and waits for a condition for two minutes at least.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { suites } from "./reports.ts";

const factor = 4;
const leastWaitMs = 120_000;

interface SuiteReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly duration?: number | null;
    }[];
  }[];
}

interface SuiteConfig {
  readonly default: {
    readonly test?: { readonly testTimeout?: number; readonly hookTimeout?: number };
  };
}

/** Numbers in a test that are limits: of the test itself, or of a wait in it. */
const patterns = [
  /\b(?:timeout|testTimeout|hookTimeout): ([\d_]+)/g,
  /^\s*\}, ([\d_]+)\);$/gm,
  /\b(?:waitFor|waitUntil)\(.*, ([\d_]+)\);$/gm,
];

let failed = false;
const fail = (text: string): void => {
  failed = true;
  console.log(text);
};

for (const { name, report } of suites()) {
  const { default: config }: SuiteConfig = await import(resolve(name, "vitest.config.ts"));
  const { testTimeout, hookTimeout } = config.test ?? {};
  if (testTimeout === undefined || hookTimeout === undefined) {
    fail(`${name}/vitest.config.ts has no limit for tests and hooks`);
    continue;
  }
  for (const file of globSync(`${name}/src/**/*.test.ts`)) {
    const text = readFileSync(file, "utf8");
    for (const [found, digits = ""] of patterns.flatMap((one) => [...text.matchAll(one)])) {
      if (Number(digits.replaceAll("_", "")) >= leastWaitMs) continue;
      fail(`${file}: "${found.trim()}" is a limit below ${leastWaitMs} ms`);
    }
  }
  // A suite without a report has failed already.
  if (!existsSync(report)) continue;
  const { testResults }: SuiteReport = JSON.parse(readFileSync(report, "utf8"));
  for (const { name: file, startTime, endTime, assertionResults } of testResults) {
    let outsideMs = endTime - startTime;
    for (const { fullName, duration } of assertionResults) {
      outsideMs -= duration ?? 0;
      if ((duration ?? 0) * factor <= testTimeout) continue;
      fail(`${file}: "${fullName}" took ${Math.round(duration ?? 0)} of ${testTimeout} ms`);
    }
    if (outsideMs * factor <= hookTimeout) continue;
    fail(`${file}: its setup and teardown took ${Math.round(outsideMs)} of ${hookTimeout} ms`);
  }
}
process.exitCode = failed ? 1 : 0;
