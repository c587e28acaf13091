import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isLower } from "./bump.ts";
import { promisedBumps } from "./changesets.ts";
import { wireChange, type WireChange } from "./wire-change.ts";

/** The folders of the tree's bundles and of the last release's. */
export const bundles = "packages/types/src/generated/documents";
export const released = "spec/released";

/**
 * The packages generated from the contract and published: a change of the contract changes all of
 * them.
 */
export const contractPackages: readonly string[] = [
  "@heddle/types",
  "@heddle/client",
  "@heddle/server-kit",
  "@heddle/stub",
];

/** How a tree's contract changed since the last release, and whether it may be released. */
export interface ReleaseReport {
  /**
   * The reasons why not, one text for each service with its packages; empty if it may be released.
   */
  readonly problems: readonly string[];
  /** The result of each comparison, one line for each service. */
  readonly summary: readonly string[];
}

/**
 * Compares the contract of each service with its last release, and with the promises of changesets.
 */
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
