import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A step of a schema: its number, perhaps with its name, and its statements. */
export interface SchemaStep {
  /** Four digits come first: `0001`, `0001-first-trace`. */
  readonly name: string;
  readonly statements: readonly string[];
}

/** The stores with a schema. */
export type SchemaStore = "traces" | "records";

const folderOf = (store: SchemaStore): string =>
  fileURLToPath(new URL(`../../../released/${store}`, import.meta.url));

/** How to make a change of each schema in a step of its own. */
const remedies: Readonly<Record<SchemaStore, (next: number) => string>> = {
  traces: (next) =>
    `use \`since: ${next}\` for a new table, and a step with the number ${next} in ` +
    "store/traces/migrations.ts for other statements",
  records: (next) =>
    `add a step ${String(next).padStart(4, "0")}-… in store/records/migrations/migrations.ts`,
};

/** The steps of a store that a release contains, in their order. */
export function releasedSteps(store: SchemaStore): readonly SchemaStep[] {
  const folder = folderOf(store);
  return readdirSync(folder)
    .toSorted()
    .map((file) => ({
      name: file.replace(/\.sql$/, ""),
      statements: readFileSync(join(folder, file), "utf8").split(/;\n+/).slice(0, -1),
    }));
}

/**
 * Why the present steps of a store would leave data folders of a release behind; empty if they do
 * not. A data folder runs each step once, so statements that come into a released step never run.
 */
export function releasedStepProblems(
  store: SchemaStore,
  steps: readonly SchemaStep[],
  released: readonly SchemaStep[] = releasedSteps(store),
): readonly string[] {
  const present = new Map(steps.map((step) => [step.name, normal(step.statements)]));
  const next = released.length + 1;
  return released.flatMap(({ name, statements }) => {
    const before = normal(statements);
    const now = present.get(name) ?? [];
    const came = now.filter((one) => !before.includes(one)).map((one) => `+ ${firstLine(one)}`);
    const went = before.filter((one) => !now.includes(one)).map((one) => `- ${firstLine(one)}`);
    if (came.length + went.length === 0) return [];
    return [
      `Step ${name} of the ${store} was released, so data folders that exist never run it again. ` +
        `Its statements have changed:\n${[...went, ...came].join("\n")}\n` +
        `Give the step its statements of released/${store}/${name}.sql again, and ` +
        `${remedies[store](next)}.`,
    ];
  });
}

/** Adds the steps that were not released before. Throws if a released step has changed. */
export function writeReleasedSteps(store: SchemaStore, steps: readonly SchemaStep[]): void {
  const problems = releasedStepProblems(store, steps);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const folder = folderOf(store);
  mkdirSync(folder, { recursive: true });
  for (const { name, statements } of steps) {
    const text = normal(statements).map((statement) => `${statement};\n`);
    writeFileSync(join(folder, `${name}.sql`), text.join("\n"));
  }
}

function normal(statements: readonly string[]): readonly string[] {
  return statements.map((statement) => statement.trim());
}

function firstLine(statement: string): string {
  return statement.split("\n", 1)[0] ?? "";
}
