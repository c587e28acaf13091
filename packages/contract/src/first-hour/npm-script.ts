import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { vi } from "vitest";

/** This clone. */
export const repository: string = fileURLToPath(new URL("../../../../", import.meta.url));

/** A script of `package.json`, run as a user runs it: by npm. */
export interface NpmScript {
  /** npm's exit status, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>;
  /** Everything it has printed so far. */
  output(): string;
  /** Resolves when its output matches; rejects with the output if it ends before. */
  printed(pattern: RegExp): Promise<void>;
  /** The processes that it has started, directly or not, and that still run. */
  processes(): Promise<readonly number[]>;
  /** Sends a signal to npm's process alone, or to its whole group; resolves with `exited`. */
  end(signal: NodeJS.Signals, to?: "process" | "group"): Promise<number | NodeJS.Signals>;
}

export interface NpmScriptOptions {
  /** The clone that it is run in. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** A program, with its arguments, that runs npm; none by default. */
  readonly under?: readonly string[];
}

/** Only a hang takes this long. */
const waitMs = 240_000;

/** Runs `npm run <script>`, with nothing of this process's environment but the path to npm. */
export function npmScript(script: string, options: NpmScriptOptions): NpmScript {
  const { folder, environment, under = [] } = options;
  const [program, ...args] = [...under, "npm", "run", script];
  // A user's path does not lead into the clone.
  const path = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((part) => !part.includes("node_modules"))
    .join(delimiter);
  const child = spawn(program, args, {
    cwd: folder,
    // A group of its own, as a shell gives it.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: path, ...environment },
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} cannot be started`);
  const exited = once(child, "close").then(
    ([code, signal]: (number | NodeJS.Signals | null)[]) => code ?? signal ?? 0,
  );
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  }
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    exited,
    output: () => text,
    async printed(pattern) {
      await vi.waitUntil(() => pattern.test(text) || hasEnded(), { timeout: waitMs });
      if (!pattern.test(text)) throw new Error(`npm run ${script} has ended:\n${text}`);
    },
    processes: () => offspring(pid),
    end(signal, to = "process") {
      send(to === "process" ? pid : -pid, signal);
      return exited;
    },
  };
}

/** Resolves when none of these processes runs any more. */
export async function areGone(pids: readonly number[]): Promise<void> {
  await vi.waitUntil(() => !pids.some((pid) => isThere(pid)), { timeout: waitMs });
}

/** Kills those of the processes that still run. */
export function endAll(pids: readonly number[]): void {
  for (const pid of pids) send(pid, "SIGKILL");
}

function isThere(pid: number): boolean {
  return send(pid, 0);
}

/** Returns whether the process was still there. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
}

/** A process, its children, their children and so on. */
async function offspring(pid: number): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid="]);
  const all = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  for (const one of found) {
    found.push(...all.flatMap(([child = 0, parent]) => (parent === one ? [child] : [])));
  }
  return found;
}
