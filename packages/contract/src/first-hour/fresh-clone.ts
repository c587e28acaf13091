import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { repository } from "./npm-script.ts";

/**
 * A copy of the repository as a user clones it, plus changes that are not committed yet. Nothing is
 * installed or built.
 */
export async function freshClone(): Promise<string> {
  const clone = await mkdtemp(join(tmpdir(), "heddle-clone-"));
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = await promisify(execFile)("git", args, { cwd: repository });
  // The weights are most of the bytes, and no script that is started here reads them.
  const files = stdout.split("\0").filter((file) => file !== "" && !file.endsWith(".safetensors"));
  const folders = new Set(files.map((file) => dirname(file)));
  for (const folder of folders) await mkdir(join(clone, folder), { recursive: true });
  await Promise.all(files.map((file) => copyFile(join(repository, file), join(clone, file))));
  return clone;
}
