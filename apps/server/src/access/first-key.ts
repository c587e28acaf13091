import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { mintKey } from "./api-key.ts";
import type { Keys } from "./keys-sql.ts";

/** The entity of the key that the first start mints. */
export const localEntity = "local";

/** The key that people on this machine use until they make others. */
export interface LocalKey {
  readonly key: string;
  /** The file it is kept in, readable by its owner alone. */
  readonly file: string;
  /** Whether this start has made it. */
  readonly isNew: boolean;
}

/**
 * Mints an admin key for the entity `local` where there is no key at all, not even a revoked one,
 * and keeps it in the file `api-key` of the data folder. Later, and for those who made their own
 * keys first, returns what that file holds, or undefined if it holds no working key.
 */
export async function localKey(keys: Keys, dataDir: string): Promise<LocalKey | undefined> {
  const file = join(dataDir, "api-key");
  if ((await keys.list()).length > 0) {
    const key = await keptKey(file);
    if (key === undefined || (await keys.find(key)) === undefined) return undefined;
    return { key, file, isNew: false };
  }
  const key = mintKey();
  // The file first: a crash in between leaves no key at all, and the next start begins again.
  await keep(file, key);
  await keys.create({ entity: localEntity, role: "admin" }, key);
  return { key, file, isNew: true };
}

async function keptKey(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

async function keep(file: string, key: string): Promise<void> {
  const draft = `${file}.new`;
  const handle = await open(draft, "w", 0o600);
  try {
    // The mode above counts only for a file that is made; a draft may have been left behind.
    await handle.chmod(0o600);
    await handle.writeFile(`${key}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
