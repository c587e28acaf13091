import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../cli/options.ts";

/** What a backend was made for, so that the next run needs to be told nothing. */
export type ScaffoldRecord =
  | { readonly services: readonly string[] }
  /** The document, relative to the backend's folder, and what the service is called. */
  | { readonly spec: string; readonly name: string };

/** Lies in the backend's folder, and tells it from any other. */
export const recordFile = "heddle-scaffold.json";

/**
 * What a folder was made for; `undefined` where nothing is in it yet but hidden files.
 *
 * Throws `UsageError` for a folder that holds something else.
 */
export function readRecord(folder: string): ScaffoldRecord | undefined {
  const file = join(folder, recordFile);
  if (existsSync(file)) return parse(file);
  if (!existsSync(folder)) return undefined;
  const [foreign] = readdirSync(folder).filter((name) => !name.startsWith("."));
  if (foreign === undefined) return undefined;
  throw new UsageError(
    `${folder} holds ${foreign} and no ${recordFile}: name an empty folder, or one that a scaffold was written to`,
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
  throw new UsageError(`${file} says neither services nor a spec: see --help`);
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new UsageError(`${file} is no JSON: ${(error as Error).message}`, { cause: error });
  }
}
