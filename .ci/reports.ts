import { readFileSync, readdirSync } from "node:fs";

/** The file into which `check.ts` writes its tally. */
export const gateReport = "reports/gates.json";

/** Every workspace package with a test suite, and the report that the suite writes. */
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
