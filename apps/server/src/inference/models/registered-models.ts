import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "../../config/config.ts";

/** A model that `heddle models add` has registered. */
export interface RegisteredModel {
  readonly name: string;
  /** Absolute path. */
  readonly folder: string;
  /** The base model of an adapter, if its own configuration is not to name it. */
  readonly base?: string;
  /** In seconds since 1970. */
  readonly addedS: number;
}

/**
 * The models that a data folder has registered, in the order in which they came.
 *
 * @throws ConfigError for a file that is none
 */
export async function readRegisteredModels(dataDir: string): Promise<readonly RegisteredModel[]> {
  const file = fileIn(dataDir);
  const text = await readFile(file, "utf8").catch((error: Error) => {
    if (isCode(error, "ENOENT")) return undefined;
    throw new ConfigError(`${file} cannot be read: ${error.message}.`);
  });
  if (text === undefined) return [];
  try {
    return modelsIn(JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ConfigError(
      `${file} is damaged (${error.message}). Delete it, and register the models again.`,
    );
  }
}

/**
 * Changes the list. Two commands at once cannot lose each other's change: the second is refused.
 *
 * @throws ConfigError while another command changes it
 */
export async function changeRegisteredModels(
  dataDir: string,
  change: (models: readonly RegisteredModel[]) => readonly RegisteredModel[],
): Promise<void> {
  const file = fileIn(dataDir);
  const draft = `${file}.new`;
  const handle = await open(draft, "wx", 0o600).catch((error: unknown) => {
    if (!isCode(error, "EEXIST")) throw error;
    throw new ConfigError(
      `Another command is changing the models. If none is, delete ${draft} and try again.`,
    );
  });
  try {
    const models = change(await readRegisteredModels(dataDir));
    await handle.writeFile(`${JSON.stringify({ models }, null, 2)}\n`);
    await handle.sync();
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, "models.json");
}

function modelsIn(value: unknown): readonly RegisteredModel[] {
  const models: unknown = (value as { models?: unknown } | null)?.models;
  if (!Array.isArray(models)) throw new SyntaxError('no list "models"');
  return models.map((model: Partial<Record<keyof RegisteredModel, unknown>> | null) => {
    const { name, folder, base, addedS } = model ?? {};
    const isBase = base === undefined || typeof base === "string";
    if (typeof name !== "string" || typeof folder !== "string" || !isBase) {
      throw new SyntaxError("a model has no name or no folder");
    }
    return { name, folder, ...(base !== undefined && { base }), addedS: Number(addedS) || 0 };
  });
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
