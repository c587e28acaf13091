/**
 * Refuses a changeset lower than what changed on the wire.
 *
 * The bundles in `spec/released/` are the baseline. `redocly diff` rates the change; it is marked
 * experimental, so nothing but this file calls it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const ranks = ["none", "patch", "minor", "major"] as const;
type Bump = (typeof ranks)[number];
const rank = (bump: Bump): number => ranks.indexOf(bump);

const documents = "packages/types/src/generated/documents";
const wirePackage = "@heddle/types";

/** The highest bump that pending changesets promise for the package that carries the contract. */
function promised(): Bump {
  let highest: Bump = "none";
  for (const name of readdirSync(".changeset").filter((file) => file.endsWith(".md"))) {
    const text = readFileSync(join(".changeset", name), "utf8");
    const [, front = ""] = /^---\n([\s\S]*?)\n---/.exec(text) ?? [];
    for (const line of front.split("\n")) {
      const [, target, bump] = /^["']?([^"':]+)["']?:\s*(patch|minor|major)\s*$/.exec(line) ?? [];
      if (target !== wirePackage) continue;
      if (rank(bump as Bump) > rank(highest)) highest = bump as Bump;
    }
  }
  return highest;
}

/** How much a service's contract changed since its last release, and what changed. */
function demanded(service: string): { bump: Bump; report: string } {
  const baseline = join("spec/released", `${service}.json`);
  if (!existsSync(baseline)) return { bump: "minor", report: `${service}: not released yet` };
  const bundle = join(documents, `${service}.json`);
  const diff = (format: string): string => {
    const args = ["diff", baseline, bundle, "--format", format, "--fail-on", "none"];
    const run = spawnSync("redocly", args, { encoding: "utf8" });
    if (run.status !== 0) throw new Error(`redocly ${args.join(" ")}\n${run.stderr}`);
    return run.stdout;
  };
  const { bump }: { bump: Bump | null } = JSON.parse(diff("json"));
  return { bump: bump ?? "none", report: diff("stylish") };
}

const bump = promised();
let failed = false;
for (const file of readdirSync(documents)) {
  const service = file.replace(/\.json$/, "");
  const needed = demanded(service);
  if (rank(needed.bump) <= rank(bump)) continue;
  failed = true;
  console.log(
    `${service}: the contract changed by a ${needed.bump}, the changesets for ${wirePackage} ` +
      `promise ${bump}. Run \`npx changeset\` and choose ${needed.bump}.\n${needed.report}`,
  );
}
process.exitCode = failed ? 1 : 0;
