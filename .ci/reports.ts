import { readFileSync, readdirSync } from "node:fs";

/** Where `check.ts` leaves its tally. */
export const gateReport = "reports/gates.json";

/** Every workspace package that has a test suite, with the report its suite writes. */
export function suites(): readonly { readonly name: string; readonly report: string }[] {
  return ["packages", "apps"].flatMap((folder) =>
    readdirSync(folder)
      .map((name) => `${folder}/${name}`)
      .filter((path) => hasTests(path))
      .map((path) => ({ name: path, report: `${path}/reports/vitest.json` })),
  );
}

function hasTests(path: string): boolean {
  const manifest: { scripts?: Record<string, string> } = JSON.parse(
    readFileSync(`${path}/package.json`, "utf8"),
  );
  return manifest.scripts?.["test"] !== undefined;
}
