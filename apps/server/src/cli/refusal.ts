import { ConfigError } from "../config/config.ts";
import { DataFolderUnusable } from "../data-folder/data-folder-unusable.ts";
import { DataFolderHeld } from "../data-folder/lock.ts";
import { StoreError } from "../store/errors.ts";
import { SchemaVersionError } from "../store/records/migrations/schema-version-error.ts";

/** The message to print for an expected error; undefined for a bug, which needs its stack trace. */
export function refusalOf(error: unknown): string | undefined {
  const isRefusal =
    error instanceof ConfigError ||
    error instanceof DataFolderHeld ||
    error instanceof DataFolderUnusable ||
    error instanceof SchemaVersionError ||
    error instanceof StoreError;
  return isRefusal ? error.message : undefined;
}
