import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname } from "node:path";
import { ConfigError } from "../../config/config.ts";

/**
 * Makes a folder with what `write` puts into it, whole or not at all. The folder may be there already if it is empty.
 *
 * @throws ConfigError if the folder has something, or cannot be written, and the errors of `write`
 */
export async function writtenFolder(
  folder: string,
  write: (partial: string) => Promise<void>,
): Promise<void> {
  await refuseFull(folder);
  const partial = `${folder}.${randomUUID()}.partial`;
  try {
    await mkdir(dirname(folder), { recursive: true });
    await mkdir(partial);
    await write(partial);
    // Some systems rename no folder over another one, even an empty one.
    await rmdir(folder).catch(unlessMissing);
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (isSystemError(error)) throw cannotWrite(folder, error);
    throw error;
  }
}

async function refuseFull(folder: string): Promise<void> {
  try {
    if ((await readdir(folder)).length === 0) return;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === "ENOENT") return;
    throw cannotWrite(folder, error);
  }
  throw new ConfigError(`${folder} is not empty. Name a new folder with --out.`);
}

function unlessMissing(error: unknown): void {
  if (!isSystemError(error) || error.code !== "ENOENT") throw error;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

function cannotWrite(folder: string, error: NodeJS.ErrnoException): ConfigError {
  return new ConfigError(`${folder} cannot be written: ${error.message}.`);
}
