/** Names the tests that failed, since they are far above by now, and sums up suites and gates in one closing line. */
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { gateReport, suites } from "./reports.ts";

/** More of them tell no more. */
const mostNamed = 30;
const mostCharacters = 300;

interface SuiteReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numFailedTestSuites: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/** A line for each test that failed, and for each file that did not load, with the first line of its reason. */
function failures({ testResults }: SuiteReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(".", name);
    const failedTests = assertionResults.filter((test) => test.status === "failed");
    if (failedTests.length === 0) return status === "failed" ? [line(file, message)] : [];
    return failedTests.map((test) =>
      line(`${file}: "${test.fullName}"`, test.failureMessages?.join("\n")),
    );
  });
}

function line(what: string, reason = ""): string {
  const [first = ""] = stripVTControlCharacters(reason).split("\n");
  return `FAIL  ${what}  ${first.slice(0, mostCharacters)}`;
}

let passed = 0;
let failed = 0;
const named: string[] = [];
for (const { name, report } of suites()) {
  if (!existsSync(report)) {
    console.log(`${name}: wrote no report, so its suite did not run`);
    failed += 1;
    continue;
  }
  const suite: SuiteReport = JSON.parse(readFileSync(report, "utf8"));
  const executed = suite.numPassedTests + suite.numFailedTests;
  console.log(`${name}: ${suite.numPassedTests} passed, ${suite.numFailedTests} failed`);
  named.push(...failures(suite));
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

for (const text of named.slice(0, mostNamed)) console.log(text);
if (named.length > mostNamed) console.log(`FAIL  and ${named.length - mostNamed} more`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
