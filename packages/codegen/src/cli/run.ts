import { resolve } from "node:path";
import { generate } from "../generate.ts";
import type { Source } from "../generate.ts";
import { ComparingWriter } from "../write/comparing-writer.ts";
import { FolderWriter } from "../write/folder-writer.ts";
import { readOptions, usage, UsageError } from "./options.ts";
import type { CliOptions } from "./options.ts";
import { findWorkspace, generatedFolders, workspaceSources } from "./workspace.ts";

/** What a run needs from its process. */
export interface CliProcess {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Prints one line. */
  print(line: string): void;
}

/** Runs the command; returns its exit code. Throws what `generate` throws, and `UsageError`. */
export async function run(process: CliProcess): Promise<number> {
  const options = readOptions(process.args);
  if (options.mode === "help") {
    process.print(usage.trimEnd());
    return 0;
  }
  const job = await planJob(options, process.cwd);
  return options.check ? check(job, process) : write(job, process);
}

interface Job {
  readonly root: string;
  readonly sources: readonly Source[];
  /** Folders that hold nothing but generated files. */
  readonly folders: readonly string[];
}

async function planJob(options: Exclude<CliOptions, { mode: "help" }>, cwd: string): Promise<Job> {
  if (options.mode === "document") {
    const { spec, out, name = "api", lintConfig } = options;
    // A stranger's document has no `x-access`: who may call what is then not the kit's business.
    const source = { spec: resolve(cwd, spec), source: spec, service: name, lintConfig };
    const sources: readonly Source[] = [{ ...source, defaultAccess: "public" }];
    return { root: resolve(cwd, out), sources, folders: [] };
  }
  const root = findWorkspace(cwd);
  if (root === undefined) {
    throw new UsageError(
      "no spec/redocly.yaml above this folder: say --spec <file> --out <folder>",
    );
  }
  return { root, sources: await workspaceSources(root), folders: generatedFolders };
}

async function write(job: Job, process: CliProcess): Promise<number> {
  const writer = new FolderWriter(job.root);
  await Promise.all(job.sources.map((source) => generate(source, writer)));
  await writer.removeStale(job.folders);
  const changed = writer.changes === 1 ? "1 file changed" : `${writer.changes} files changed`;
  process.print(`${job.sources.map((source) => source.service).join(", ")}: ${changed}`);
  return 0;
}

async function check(job: Job, process: CliProcess): Promise<number> {
  const writer = new ComparingWriter(job.root);
  await Promise.all(job.sources.map((source) => generate(source, writer)));
  const differences = await writer.differences(job.folders);
  for (const difference of differences) process.print(difference);
  if (differences.length > 0) process.print("Generated files are out of date: run the generator.");
  return differences.length > 0 ? 1 : 0;
}
