import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Bench } from "../bench.ts";
import { inTurns, measuredRun, type RunCost, timedRun } from "../processes/measured-run.ts";
import { figure, megabytes, type Table } from "../report/table.ts";

/** The cost of one document: of all outputs, and of the interfaces alone. */
export interface CodegenCost {
  readonly name: string;
  readonly codegen: RunCost;
  readonly interfacesAlone: RunCost;
}

/** The costs of all documents, and of the command that generates everything in this repository. */
export interface CodegenCosts {
  readonly documents: readonly CodegenCost[];
  readonly whole: RunCost;
  readonly nothingToDo: RunCost;
}

const repository = fileURLToPath(new URL("../..", import.meta.url));
const codegen = join(repository, "packages/codegen/src/main.ts");
/** The package of the generator, which has the older compiler that it needs. */
const openapiTypescript = join(
  repository,
  "packages/codegen/node_modules/openapi-typescript/bin/cli.js",
);
/** About the size of the largest public documents. */
const large = { operations: 400, schemas: 1000 };
const rounds = 5;
/** With CI set, the generator forgets earlier runs. */
const afresh = { CI: "true" };

/**
 * Generates from each document of `spec/` and from a far larger one, each in a process of its own.
 */
export async function measureCodegen(bench: Bench): Promise<CodegenCosts> {
  const folder = join(bench.folder, "codegen");
  await mkdir(folder, { recursive: true });
  const documents: CodegenCost[] = [];
  for (const { name, file } of await inputs(folder)) {
    const out = join(folder, `${name}-out`);
    const { all, alone } = await inTurns(bench.quick ? 1 : rounds, {
      all: () => measuredRun(bench, [codegen, "--spec", file, "--out", out], { env: afresh }),
      alone: () => measuredRun(bench, [openapiTypescript, file, "--output", `${out}.ts`]),
    });
    bench.say(`${name}: ${figure(all.seconds)} s, interfaces alone ${figure(alone.seconds)} s`);
    documents.push({ name, codegen: all, interfacesAlone: alone });
  }
  return { documents, ...(await wholeRepository(bench)) };
}

/** The bundles, so that both generators read the same file. */
async function inputs(folder: string): Promise<{ name: string; file: string }[]> {
  const bundles = join(repository, "packages/types/src/generated/documents");
  const ours = readdirSync(bundles).map((file) => ({ name: file.replace(/\.json$/, ""), file }));
  for (const { file } of ours) await copyFile(join(bundles, file), join(folder, file));
  await writeFile(join(folder, "large.json"), await largeDocument());
  const { operations, schemas } = large;
  const name = `large (${operations} operations, ${schemas} schemas)`;
  return [...ours, { name, file: "large.json" }].map(({ name, file }) => {
    return { name, file: join(folder, file) };
  });
}

/** The generator's own tests make it, and check that it generates and compiles. */
async function largeDocument(): Promise<string> {
  const maker = join(repository, "packages/codegen/src/testing/large-document.ts");
  const program = [
    `import { largeDocument } from ${JSON.stringify(maker)};`,
    `process.stdout.write(JSON.stringify(largeDocument(${JSON.stringify(large)})));`,
  ].join("\n");
  const { output } = await timedRun(["--input-type=module", "-e", program]);
  return output;
}

async function wholeRepository(bench: Bench): Promise<{ whole: RunCost; nothingToDo: RunCost }> {
  const run = (env: NodeJS.ProcessEnv): Promise<RunCost> =>
    measuredRun(bench, [codegen], { cwd: repository, env });
  const programs = { whole: () => run(afresh), nothingToDo: () => run({ CI: "" }) };
  await programs.nothingToDo();
  return inTurns(bench.quick ? 1 : rounds, programs);
}

export function codegenTable({ documents, whole, nothingToDo }: CodegenCosts): Table {
  const cells = ({ seconds, peakBytes }: RunCost): string[] => [
    figure(seconds),
    megabytes(peakBytes),
  ];
  return {
    name: "codegen",
    columns: [
      "",
      "`heddle-codegen`, s",
      "MB",
      "openapi-typescript alone, s",
      "MB",
      "ratio of time",
    ],
    rows: [
      ...documents.map(({ name, codegen, interfacesAlone }) => [
        name,
        ...cells(codegen),
        ...cells(interfacesAlone),
        figure(codegen.seconds / interfacesAlone.seconds),
      ]),
      ["`npm run generate`, everything", ...cells(whole), "", "", ""],
      ["`npm run generate`, nothing to do", ...cells(nothingToDo), "", "", ""],
    ],
    notes: [`Medians of ${rounds} runs in turns; memory is the most that the process held.`],
  };
}
