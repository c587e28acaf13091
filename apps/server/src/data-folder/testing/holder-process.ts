import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A process that holds a data folder. */
export interface HolderProcess {
  readonly pid: number | undefined;
  /** Ends it with SIGKILL, so that it cannot clean up. */
  kill(): Promise<void>;
  /** Makes it release the folder and end. */
  end(): Promise<void>;
}

/** Starts a process that locks the folder, and waits until it has. Throws if it cannot. */
export async function startHolder(folder: string, address?: string): Promise<HolderProcess> {
  const script = fileURLToPath(new URL("./hold.ts", import.meta.url));
  const args = address === undefined ? [script, folder] : [script, folder, address];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"] });
  const exited = once(child, "exit");
  await Promise.race([
    once(child.stdout, "data"),
    exited.then(() => Promise.reject(new Error("the holder could not take the folder"))),
  ]);
  const ended = async (stop: (child: ChildProcess) => void): Promise<void> => {
    stop(child);
    await exited;
  };
  return {
    pid: child.pid,
    kill: () => ended(() => child.kill("SIGKILL")),
    end: () => ended(() => child.stdin.end()),
  };
}
