import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isLower } from "./bump.ts";
import { promisedBumps } from "./changesets.ts";
import { wireChange, type WireChange } from "./wire-change.ts";

/** Where the bundles of the tree are, and those of the last release. */
export const bundles = "packages/types/src/generated/documents";
export const released = "spec/released";

/** What is generated from the contract and published: a change of one is a change of all. */
export const contractPackages: readonly string[] = [
  "@heddle/types",
  "@heddle/client",
  "@heddle/server-kit",
  "@heddle/stub",
];

/** What a tree's contract became since the last release, and whether it may be released so. */
export interface ReleaseReport {
  /** Why it must not be, one text a service and its packages; empty where it may. */
  readonly problems: readonly string[];
  /** What was compared and how it came out, a line a service. */
  readonly summary: readonly string[];
}

/** Compares the contract of each service with its last release, and with what changesets promise. */
export function releaseReport(root: string): ReleaseReport {
  const promised = promisedBumps(join(root, ".changeset"));
  const rated = servicesOf(root).map((service) => ({ service, ...changeOf(root, service) }));
  const problems = rated.flatMap(({ service, bump, changes }) => {
    const tooLow = contractPackages
      .map((name) => ({ name, promise: promised.get(name) ?? "none" }))
      .filter(({ promise }) => isLower(promise, bump));
    if (tooLow.length === 0) return [];
    const promises = tooLow.map(({ name, promise }) => `${name} (${promise})`).join(", ");
    return [
      `${service}: the contract changed by a ${bump}, and the changesets promise less for ` +
        `${promises}. Run \`npx changeset\` and choose ${bump}.\n` +
        changes.map((change) => `  ${change}`).join("\n"),
    ];
  });
  return { problems, summary: rated.map((one) => summaryOf(root, one)) };
}

function summaryOf(root: string, { service, bump }: WireChange & { service: string }): string {
  if (!existsSync(join(root, released, `${service}.json`))) {
    return `${service}: not released yet, so ${released}/ has nothing to compare it with`;
  }
  return bump === "none"
    ? `${service}: as in the last release`
    : `${service}: changed by a ${bump} since the last release, as the changesets say`;
}

/** Services of the tree and of the last release, by the names of their bundles. */
function servicesOf(root: string): string[] {
  const names = [bundles, released].flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder)).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? [])
      : [],
  );
  return [...new Set(names)].toSorted();
}

function changeOf(root: string, service: string): WireChange {
  const baseline = join(root, released, `${service}.json`);
  const bundle = join(root, bundles, `${service}.json`);
  if (!existsSync(baseline)) return { bump: "minor", changes: ["not released yet"] };
  if (!existsSync(bundle)) return { bump: "major", changes: ["the service was removed"] };
  return wireChange(baseline, bundle);
}
