import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../cli/options.ts";

/** The services or the document of a backend, so that the next run needs no options. */
export type ScaffoldRecord =
  | { readonly services: readonly string[] }
  /** The document, relative to the backend's folder, and the name of the service. */
  | { readonly spec: string; readonly name: string };

/** The file in the backend's folder that marks it as a scaffold. */
export const recordFile = "heddle-scaffold.json";

/**
 * The record of a folder; `undefined` if the folder is empty or has only hidden files.
 *
 * Throws `UsageError` for a folder with other content.
 */
export function readRecord(folder: string): ScaffoldRecord | undefined {
  const file = join(folder, recordFile);
  if (existsSync(file)) return parse(file);
  if (!existsSync(folder)) return undefined;
  const [foreign] = readdirSync(folder).filter((name) => !name.startsWith("."));
  if (foreign === undefined) return undefined;
  throw new UsageError(
    `${folder} holds ${foreign} and no ${recordFile}: give an empty folder, or the folder of an earlier scaffold`,
  );
}

/** The text of the file. */
export function recordText(record: ScaffoldRecord): string {
  return `${JSON.stringify(record, null, 2)}\n`;
}

function parse(file: string): ScaffoldRecord {
  const record = parseJson(file) as Partial<{ services: unknown; spec: unknown; name: unknown }>;
  const { services, spec, name } = record ?? {};
  if (Array.isArray(services) && services.every((one) => typeof one === "string")) {
    return { services };
  }
  if (typeof spec === "string" && typeof name === "string") return { spec, name };
  throw new UsageError(`${file} names neither services nor a spec: see --help`);
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}
