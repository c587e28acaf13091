import type { CliProcess } from "./cli-process.ts";
import { planJob } from "./job.ts";
import { readOptions, usage, UsageError } from "./options.ts";
import type { DocumentOptions, WorkspaceOptions } from "./options.ts";
import { runJob } from "./run-job.ts";
import type { JobRun } from "./run-job.ts";
import { watch } from "./watch.ts";
import { UnwritableFile } from "../write/writer.ts";

/**
 * Runs the command and returns its exit code: 1 for a document that cannot be generated from, for
 * outputs that cannot be written, and for a check that finds a difference; 2 for wrong use.
 */
export async function run(process: CliProcess): Promise<number> {
  try {
    return await dispatch(process);
  } catch (error) {
    if (error instanceof UnwritableFile) {
      process.printError(error.message);
      return 1;
    }
    if (!(error instanceof UsageError)) throw error;
    process.printError(`${error.message}\nheddle-codegen --help says more`);
    return 2;
  }
}

async function dispatch(process: CliProcess): Promise<number> {
  const options = readOptions(process.args);
  const { cwd, print } = process;
  if (options.mode === "help") {
    print(usage.trimEnd());
    return 0;
  }
  if (options.mode === "scaffold") {
    const { runScaffold } = await import("../scaffold/run.ts");
    return runScaffold({ args: options.args, cwd, print });
  }
  return generateFrom(options, process);
}

async function generateFrom(
  options: DocumentOptions | WorkspaceOptions,
  process: CliProcess,
): Promise<number> {
  const once = async (onFile: (path: string) => void): Promise<JobRun> => {
    const job = await planJob(options, process.cwd);
    for (const path of job.watched) onFile(path);
    return runJob(job, { ...process, isCheck: options.action === "check", onFile });
  };
  if (options.action === "watch") return watch(once, process);
  return (await once(() => {})).exitCode;
}
