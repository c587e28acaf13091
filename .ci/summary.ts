/** Sums up the suites and the gates in one closing line. */
import { existsSync, readFileSync } from "node:fs";
import { gateReport, suites } from "./reports.ts";

interface SuiteReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
  readonly numPendingTests: number;
}

let passed = 0;
let failed = 0;
for (const { name, report } of suites()) {
  if (!existsSync(report)) {
    console.log(`${name}: wrote no report, so its suite did not run`);
    failed += 1;
    continue;
  }
  const suite: SuiteReport = JSON.parse(readFileSync(report, "utf8"));
  const executed = suite.numPassedTests + suite.numFailedTests;
  console.log(`${name}: ${suite.numPassedTests} passed, ${suite.numFailedTests} failed`);
  passed += suite.numPassedTests;
  failed += suite.numFailedTests;
  // A file that does not load is a failed suite without a failed test.
  if (suite.numFailedTests === 0 && suite.numFailedTestSuites > 0) failed += 1;
  if (executed === 0) {
    console.log(`${name}: executed no test`);
    failed += 1;
  }
}

if (existsSync(gateReport)) {
  const gates: { passed: number; failed: number } = JSON.parse(readFileSync(gateReport, "utf8"));
  console.log(`gates: ${gates.passed} passed, ${gates.failed} failed`);
  passed += gates.passed;
  failed += gates.failed;
} else {
  console.log("gates: did not run");
  failed += 1;
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
