import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { mintKey } from "./api-key.ts";
import type { Keys } from "./keys-sql.ts";

/** The entity of the key that the first start mints. */
export const localEntity = "local";

/** The key for this machine that the first start makes. */
export interface LocalKey {
  readonly key: string;
  /** The file that holds the key. Only its owner can read it. */
  readonly file: string;
  /** Whether this start has made the key. */
  readonly isNew: boolean;
}

/**
 * If the records hold no key, not even a revoked one, makes an admin key for the entity `local` and
 * writes it to the file `api-key` of the data folder. Otherwise returns the key in that file, or
 * undefined if the file holds no working key.
 */
export async function localKey(keys: Keys, dataDir: string): Promise<LocalKey | undefined> {
  const file = join(dataDir, "api-key");
  if ((await keys.list()).length > 0) {
    const key = await keptKey(file);
    if (key === undefined || (await keys.find(key)) === undefined) return undefined;
    return { key, file, isNew: false };
  }
  const key = mintKey();
  // Write the file first: after a crash in between there is no key, and the next start begins
  // again.
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
    // `open` sets the mode of a new file only, and a crash may have left an old draft.
    await handle.chmod(0o600);
    await handle.writeFile(`${key}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}
