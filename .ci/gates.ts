/** A check besides the tests: its name, and its command. */
export interface Gate {
  readonly name: string;
  readonly command: readonly string[];
}

/** Folders with hand-written code. */
const sources = ["packages", "apps", "bench", "examples", "tasks", ".ci"];

/** In the order in which mistakes are cheapest to find. */
export const gates: readonly Gate[] = [
  { name: "spec lint and drift", command: ["node", "packages/codegen/src/main.ts", "--check"] },
  { name: "format", command: ["oxfmt", "--check"] },
  // The lint needs types, and so the built packages.
  { name: "build", command: ["turbo", "run", "build", "--output-logs=errors-only"] },
  {
    name: "lint",
    command: ["oxlint", "--type-aware", "--deny-warnings", ...sources],
  },
  { name: "file length", command: ["node", ".ci/file-length.ts"] },
  { name: "rooms of the server", command: ["node", ".ci/rooms.ts"] },
  { name: "rows of the packages", command: ["node", ".ci/package-rows.ts"] },
  { name: "limits of tests", command: ["node", ".ci/test-limits.ts"] },
  { name: "types", command: ["turbo", "run", "typecheck", "--output-logs=errors-only"] },
  { name: "types of the scripts", command: ["tsc"] },
  { name: "cost of types", command: ["node", ".ci/type-cost.ts"] },
  { name: "cost of runs", command: ["node", ".ci/run-cost.ts"] },
  { name: "boundaries", command: ["turbo", "boundaries"] },
  { name: "packages as published", command: ["node", ".ci/package-check.ts"] },
  { name: "packages as installed", command: ["node", ".ci/pack-install.ts"] },
  { name: "unused code", command: ["knip"] },
  { name: "release notes", command: ["node", ".ci/release-check.ts"] },
];
