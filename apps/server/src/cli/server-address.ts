import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Config, ConfigError } from "../config/config.ts";
import { heddleCommand } from "../config/heddle-command.ts";
import { httpUrl } from "../config/kinds.ts";
import type { ProgramSettings } from "../config/program-settings.ts";
import { ownerOf } from "../data-folder/lock.ts";

/** The server to talk to. */
export interface ServerAddress {
  /** Without a slash at its end, and without `/v1`. */
  readonly url: string;
  readonly key: string;
}

/** A server without keys takes any; the header must have one. */
const anyKey = "any-key-will-do";

/**
 * The server to talk to: the one that is named, or the one that runs on the data folder.
 *
 * @throws ConfigError if there is none, or no key for it
 */
export async function serverAddress(
  url: string | undefined,
  program: ProgramSettings,
  config: Config,
): Promise<ServerAddress> {
  const named = url ?? program.baseUrl;
  if (named === undefined) {
    return { url: runningServer(config.dataDir), key: program.apiKey ?? (await localKey(config)) };
  }
  const parsed = httpUrl.parse(named);
  if (parsed === undefined)
    throw new ConfigError(`The server's address is not ${httpUrl.expects}.`);
  // The key of this machine must not go to another one.
  if (program.apiKey === undefined) {
    throw new ConfigError("HEDDLE_API_KEY is missing: a server that is named needs its key there.");
  }
  return { url: parsed.value, key: program.apiKey };
}

function runningServer(dataDir: string): string {
  const owner = ownerOf(dataDir);
  const address = owner === undefined || owner === "unknown" ? undefined : owner.address;
  if (address !== undefined) return address;
  throw new ConfigError(
    `No server runs on ${dataDir}. ${heddleCommand("start")} starts one; ` +
      "--data-dir names another folder, and --url another server.",
  );
}

async function localKey({ dataDir, auth }: Config): Promise<string> {
  if (auth === "off") return anyKey;
  const file = join(dataDir, "api-key");
  const key = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    throw new ConfigError(
      `There is no key in ${file}. Give one in HEDDLE_API_KEY; ` +
        `${heddleCommand("keys create")} makes one.`,
    );
  });
  return key.trim();
}
