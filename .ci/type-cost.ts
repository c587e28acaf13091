/**
 * Refuses types that have become expensive, since the editors and builds of users pay for them.
 *
 * The counts are those of `tsc --extendedDiagnostics` with one checker, the same on every machine. Several
 * checkers share the files, and a type that two of them meet counts twice: a new file of ten lines then moves
 * the files behind it to other checkers, and the count by half. The limits leave room for half as much again as
 * when they were set. Time depends on the machine, so its limit only
 * finds types that are many times slower.
 *
 * `node .ci/type-cost.ts [folder types instantiations]`: checks one folder against these limits.
 */
import { execFileSync } from "node:child_process";

interface Budget {
  readonly folder: string;
  readonly types: number;
  readonly instantiations: number;
}

const budgets: readonly Budget[] = [
  { folder: "packages/client", types: 56_000, instantiations: 110_000 },
  { folder: "packages/server-kit", types: 350_000, instantiations: 680_000 },
  { folder: "packages/text", types: 60_000, instantiations: 66_000 },
  { folder: "packages/engine", types: 140_000, instantiations: 160_000 },
  { folder: "apps/stub", types: 120_000, instantiations: 240_000 },
  { folder: "apps/server", types: 600_000, instantiations: 1_140_000 },
  { folder: "examples", types: 78_000, instantiations: 197_000 },
];
const limitSeconds = 60;

const [folder, types, instantiations] = process.argv.slice(2);
const asked: readonly Budget[] =
  folder === undefined
    ? budgets
    : [{ folder, types: Number(types), instantiations: Number(instantiations) }];

let failed = false;
for (const { folder, ...limits } of asked) {
  const options = ["-p", folder, "--checkers", "1", "--extendedDiagnostics"];
  const report = execFileSync("tsc", options, { encoding: "utf8" });
  const figure = (name: string): number => {
    const [, text] = new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(report) ?? [];
    if (text === undefined) throw new Error(`tsc reports no "${name}":\n${report}`);
    return Number(text);
  };
  const counted = [
    { name: "types", value: figure("Types"), limit: limits.types },
    { name: "instantiations", value: figure("Instantiations"), limit: limits.instantiations },
    { name: "seconds", value: figure("Total time"), limit: limitSeconds },
  ];
  console.log(`${folder}: ${counted.map(({ name, value }) => `${value} ${name}`).join(", ")}`);
  for (const { name, value, limit } of counted) {
    // A limit that is not a number compares as false, and must not pass.
    if (!Number.isNaN(limit) && value <= limit) continue;
    failed = true;
    console.log(`  ${value} ${name} are above the budget of ${limit}`);
  }
}
process.exitCode = failed ? 1 : 0;
