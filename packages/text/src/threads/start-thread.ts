import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { TextError } from "../errors.ts";

/**
 * The file of a thread, which is named without its ending: TypeScript in a clone of the repository, JavaScript as published.
 *
 * @param path relative to `importer`, which is the `import.meta.url` of the file that names it
 * @throws TextError `unsupported` when it is not there: bundlers leave it behind
 */
export function threadFile(path: string, importer: string): URL {
  const file = new URL(`${path}.${importer.endsWith(".ts") ? "ts" : "js"}`, importer);
  if (existsSync(file)) return file;
  throw new TextError(
    "unsupported",
    `${fileURLToPath(file)} does not exist: @heddle/engine and @heddle/text start threads from their own files and cannot run inside a bundle. ` +
      "Leave them out of the bundle (with esbuild --external:@heddle/*) and install them next to the bundle.",
  );
}

/** Starts a thread from a file of the package that asks for it. Throws as `threadFile` does. */
export function startThread(path: string, importer: string, options: WorkerOptions): Worker {
  const file = threadFile(path, importer);
  const isText = process.execArgv.some((flag) => flag.startsWith("--input-type"));
  // Left to itself a thread inherits all flags of the process; given them, it refuses those of V8.
  if (!isText) return new Worker(file, options);
  // That of a program given as text (`node --input-type=module -e …`) it would refuse for a file.
  const execArgv = process.execArgv.filter(
    (flag, at, flags) => !flag.startsWith("--input-type") && flags[at - 1] !== "--input-type",
  );
  try {
    return new Worker(file, { execArgv, ...options });
  } catch (error) {
    if (!isInvalidFlag(error)) throw error;
    return new Worker(file, { execArgv: [], ...options });
  }
}

function isInvalidFlag(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_INVALID_EXEC_ARGV";
}
