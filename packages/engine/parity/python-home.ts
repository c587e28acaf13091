import { homedir } from "node:os";
import { join } from "node:path";

/** Where `make-python.ts` puts PyTorch and its companions if nobody names a folder. It is no part of the tree. */
export const pythonHome: string = join(homedir(), ".cache", "heddle", "parity-python");

/** The interpreter of such a folder. */
export function pythonOf(home: string): string {
  return process.platform === "win32"
    ? join(home, "Scripts", "python.exe")
    : join(home, "bin", "python");
}
