import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { type Bump, highest } from "./bump.ts";
import { type Document, takesWhatItTook } from "./wider-request.ts";

/** How much a service's contract changed, and by which changes. */
export interface WireChange {
  readonly bump: Bump;
  /** The changes that weigh as much as the whole, one line for each: the change and its place. */
  readonly changes: readonly string[];
}

interface RatedChange {
  readonly impact: Bump;
  readonly text: string;
}

/** The part of the diff's report that is read here. */
interface Report {
  readonly changes: readonly {
    readonly path: string;
    readonly kind: string;
    readonly impact: Bump;
    readonly property?: string;
    readonly verdicts: readonly { readonly message: string }[];
  }[];
}

/**
 * Rates what changed between two bundled documents.
 *
 * `redocly diff` is marked experimental, so only this file calls it. Two changes are rated here,
 * since the diff does not know their effect: an operationId is the name of a method of the client,
 * and `x-access` decides which keys are admitted.
 */
export function wireChange(baseline: string, bundle: string): WireChange {
  const rated = [...diffOf(baseline, bundle), ...ownRules(baseline, bundle)];
  const bump = highest(rated.map(({ impact }) => impact));
  const changes = rated.filter(({ impact }) => impact === bump).map(({ text }) => text);
  return { bump, changes: bump === "none" ? [] : changes };
}

function diffOf(baseline: string, bundle: string): RatedChange[] {
  const args = ["diff", baseline, bundle, "--format", "json", "--fail-on", "none"];
  const run = spawnSync("redocly", args, { encoding: "utf8", maxBuffer: 256 * 1024 * 1024 });
  if (run.status !== 0) {
    throw new Error(`redocly ${args.join(" ")}\n${run.error?.message ?? run.stderr}`);
  }
  const { changes }: Report = JSON.parse(run.stdout);
  const [old, now] = [baseline, bundle].map(
    (file) => JSON.parse(readFileSync(file, "utf8")) as Document,
  ) as [Document, Document];
  return changes.map(({ path, kind, property, verdicts, impact: rated }) => {
    const impact = rated === "major" && takesWhatItTook(path, old, now) ? "minor" : rated;
    const why = verdicts.map(({ message }) => message).join(" ");
    const what = why === "" ? `${kind}${property === undefined ? "" : ` ${property}`}` : why;
    return { impact, text: `${readable(path)}: ${what}` };
  });
}

/** `#/paths/~1call~1start/post` in readable form: `/call/start post`. */
function readable(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"))
    .filter((segment, index) => index > 0 || segment !== "paths")
    .join(" ");
}

type Operation = Readonly<Record<"operationId" | "x-access", unknown>>;

const roles: readonly unknown[] = ["public", "read", "write", "admin"];

function ownRules(baseline: string, bundle: string): RatedChange[] {
  const after = operationsOf(bundle);
  return [...operationsOf(baseline)].flatMap(([place, old]) => {
    const now = after.get(place);
    if (now === undefined) return [];
    const found: RatedChange[] = [];
    if (now.operationId !== old.operationId) {
      const text = `${place}: ${String(old.operationId)} became ${String(now.operationId)}.`;
      found.push({ impact: "major", text });
    }
    const [from, to] = [old["x-access"], now["x-access"]];
    if (from !== to) {
      const impact = roles.indexOf(to) > roles.indexOf(from) ? "major" : "minor";
      found.push({ impact, text: `${place}: x-access ${String(from)} became ${String(to)}.` });
    }
    return found;
  });
}

function operationsOf(file: string): Map<string, Operation> {
  const { paths = {} }: { paths?: Record<string, Record<string, Operation>> } = JSON.parse(
    readFileSync(file, "utf8"),
  );
  return new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [`${path} ${method}`, operation]),
    ),
  );
}
