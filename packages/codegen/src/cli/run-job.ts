import type { Source } from "../generate.ts";
import { ComparingWriter } from "../write/comparing-writer.ts";
import { FolderWriter } from "../write/folder-writer.ts";
import { StaleFiles } from "../write/stale-files.ts";
import type { Writer } from "../write/writer.ts";
import type { Outcome } from "./generate-sources.ts";
import type { Job } from "./job.ts";
import { programHash } from "./program-hash.ts";
import type { CliProcess } from "./cli-process.ts";
import { hashOf, UpToDate } from "./up-to-date.ts";
import type { Generated } from "./up-to-date.ts";

/** Options of a run. */
export interface JobOptions extends Pick<CliProcess, "print" | "printError" | "trustsCache"> {
  /** Whether to compare the files on disk with the output instead of writing it. */
  readonly isCheck: boolean;
  /** Receives every file that takes part. */
  readonly onFile: (path: string) => void;
}

/** The result of a job. */
export interface JobRun {
  readonly exitCode: number;
}

/**
 * Generates from all documents of a job. An error in one document does not stop the others. After
 * an error no file is removed, because the set of needed files is not known.
 */
export async function runJob(job: Job, options: JobOptions): Promise<JobRun> {
  const memory = memoryOf(job, options);
  const writer = options.isCheck ? new ComparingWriter(job.root) : new FolderWriter(job.root);
  const open: Source[] = [];
  for (const source of job.sources) {
    const generated = memory?.find(source);
    if (generated === undefined) open.push(source);
    else keep(generated, writer, options);
  }
  const failed = await generateAll(open, writer, memory, options);
  const stale = new StaleFiles(failed.size > 0 ? [] : job.folders, job.keepsForeignFiles);
  const exitCode = failed.size > 0 ? 1 : 0;
  if (writer instanceof ComparingWriter) return compared(writer, stale, exitCode, options);
  await writer.removeStale(stale);
  const done = job.sources.filter((source) => !failed.has(source)).map(nameOf);
  const changed = writer.changes === 1 ? "1 file changed" : `${writer.changes} files changed`;
  if (done.length > 0) options.print(`${done.join(", ")}: ${changed}`);
  if (failed.size > 0) options.printError(`${[...failed].map(nameOf).join(", ")}: not generated`);
  return { exitCode };
}

function nameOf({ service = "api" }: Source): string {
  return service;
}

function keep(
  { inputs, outputs, warnings }: Generated,
  writer: FolderWriter | ComparingWriter,
  { onFile, printError }: JobOptions,
): void {
  for (const path of Object.keys(inputs)) onFile(path);
  for (const warning of warnings) printError(warning);
  writer.keep(Object.keys(outputs));
}

/** Returns the sources that failed, after their errors were printed. */
async function generateAll(
  sources: readonly Source[],
  writer: Writer,
  memory: UpToDate | undefined,
  options: JobOptions,
): Promise<ReadonlySet<Source>> {
  const failed = new Set<Source>();
  if (sources.length === 0) return failed;
  // Loading the generator takes a third of a second, which is the time limit of a run with nothing
  // to do.
  const { generateSources } = await import("./generate-sources.ts");
  for (const outcome of await generateSources(sources, options.onFile)) {
    for (const line of [...outcome.warnings, ...outcome.errors]) options.printError(line);
    if (outcome.errors.length > 0) {
      failed.add(outcome.source);
      continue;
    }
    for (const file of outcome.files) await writer.write(file);
    if (!options.isCheck) memory?.save(outcome.source, remembered(outcome));
  }
  return failed;
}

async function compared(
  writer: ComparingWriter,
  stale: StaleFiles,
  exitCode: number,
  { print }: JobOptions,
): Promise<JobRun> {
  const differences = await writer.differences(stale);
  for (const difference of differences) print(difference);
  if (differences.length > 0) print("Generated files are out of date: run the generator.");
  return { exitCode: differences.length > 0 ? 1 : exitCode };
}

function memoryOf(job: Job, { trustsCache }: JobOptions): UpToDate | undefined {
  if (job.cacheRoot === undefined || !trustsCache) return undefined;
  return new UpToDate(job.cacheRoot, job.root, programHash());
}

function remembered(outcome: Outcome): Generated {
  const outputs = outcome.files.map(({ path, text }) => [path, hashOf(text)] as const);
  return {
    inputs: outcome.inputs,
    outputs: Object.fromEntries(outputs),
    warnings: outcome.warnings,
  };
}
