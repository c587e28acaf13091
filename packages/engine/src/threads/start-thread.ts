import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { EngineError } from "../errors.ts";

/**
 * The file of a thread, which is named without its ending: TypeScript in a clone of the repository, JavaScript as published.
 *
 * @param path relative to `importer`, which is the `import.meta.url` of the file that names it
 * @throws {EngineError} `unsupported` when it is not there: bundlers leave it behind.
 */
export function threadFile(path: string, importer: string): URL {
  const file = new URL(`${path}.${importer.endsWith(".ts") ? "ts" : "js"}`, importer);
  if (existsSync(file)) return file;
  throw new EngineError(
    "unsupported",
    `${fileURLToPath(file)} is not there: @heddle/engine starts threads from files of its own and cannot run inside of a bundle. ` +
      "Leave it out of the bundle (with esbuild --external:@heddle/engine) and install it beside.",
  );
}

/** Starts a thread of this package. Throws as `threadFile` does. */
export function startThread(path: string, importer: string, options: WorkerOptions): Worker {
  // A thread inherits these, and that of a program given as text (`node --input-type=module -e …`) is refused for a file.
  const execArgv = process.execArgv.filter((flag) => !flag.startsWith("--input-type"));
  return new Worker(threadFile(path, importer), { execArgv, ...options });
}
