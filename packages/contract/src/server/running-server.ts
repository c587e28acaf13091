import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort, heddleMain, startHeddle, type HeddleProcess } from "./heddle-process.ts";

/** A server for one suite, with a key of every kind that the suites need. */
export interface RunningServer extends HeddleProcess {
  readonly dataDir: string;
  /** Keys of the entity `acme`, which the spec's examples speak of, by role. */
  readonly keys: Readonly<Record<"admin" | "write" | "read", string>>;
  /** An admin's key of an entity that has nothing to do with `acme`. */
  readonly stranger: string;
  end(): Promise<void>;
}

/** Starts a server on a fresh folder and mints the keys with the command line tool. */
export async function runServer(
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "heddle-contract-"));
  const server = await startHeddle({ dataDir, port: await freePort(), environment });
  const mint = async (entity: string, role: string): Promise<string> => {
    const args = [heddleMain, "keys", "create", "--entity", entity, "--role", role];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: { PATH: process.env["PATH"], HEDDLE_DATA_DIR: dataDir },
    });
    return stdout.trim();
  };
  const end = async (): Promise<void> => {
    await server.killAll();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const keys = {
      admin: await mint("acme", "admin"),
      write: await mint("acme", "write"),
      read: await mint("acme", "read"),
    };
    return { ...server, dataDir, keys, stranger: await mint("elsewhere", "admin"), end };
  } catch (error) {
    // The suite that asked for the server has nothing that it could end.
    await end();
    throw error;
  }
}
