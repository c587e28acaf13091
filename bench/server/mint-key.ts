import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { program } from "./heddle.ts";

/** Makes a key in the folder of a server, with the command that operators use. */
export async function mintKey(
  dataDir: string,
  entity: string,
  role: "admin" | "write" | "read",
): Promise<string> {
  const args = [program, "keys", "create", "--entity", entity, "--role", role];
  const env = { PATH: process.env["PATH"], HEDDLE_DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return stdout.trim();
}
