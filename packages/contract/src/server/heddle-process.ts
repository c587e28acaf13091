import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";

/** A server started as its user starts it, in a process group of its own. */
export interface HeddleProcess {
  readonly url: string;
  readonly apiKey: string;
  /** Everything it has printed so far. */
  output(): string;
  /** SIGKILL for the server and all its children at once; resolves when they are gone. */
  killAll(): Promise<void>;
  /** SIGKILL for the trace engine alone; the server starts another one. */
  killEngine(): void;
  /** SIGTERM, then the exit code. */
  stop(): Promise<number | null>;
}

export interface HeddleProcessOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The command line tool, as the clone runs it. */
export const heddleMain: string = fileURLToPath(
  new URL("../../../../apps/server/bin/heddle.js", import.meta.url),
);
const startLimitMs = 120_000;

/** A port that is free now; the server is told to listen on it. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return address.port;
}

/** Starts `heddle start` and resolves once `/readyz` answers; rejects with its output otherwise. */
export async function startHeddle(options: HeddleProcessOptions): Promise<HeddleProcess> {
  const { dataDir, port } = options;
  const child = spawn(process.execPath, [heddleMain, "start"], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOME: dataDir,
      HEDDLE_DATA_DIR: dataDir,
      HEDDLE_PORT: String(port),
      ...options.environment,
    },
  });
  // Not `exit`, which is the parent's: the output closes only when the server is gone too.
  const exited = once(child, "close") as Promise<[number | null]>;
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (printed += chunk.toString()));

  const url = `http://127.0.0.1:${port}`;
  const signalGroup = (signal: NodeJS.Signals): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  };

  const giveUpAt = performance.now() + startLimitMs;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > giveUpAt) {
      signalGroup("SIGKILL");
      throw new Error(`the server did not come up:\n${printed}`);
    }
    // The pause keeps the wait from starving the server that it waits for.
    await new Promise((resume) => setTimeout(resume, 50));
  }
  return {
    url,
    apiKey: (await readFile(`${dataDir}/api-key`, "utf8")).trim(),
    output: () => printed,
    async killAll() {
      signalGroup("SIGKILL");
      await exited;
    },
    killEngine() {
      const pid = [...printed.matchAll(/"enginePid":(\d+),[^\n]*trace engine ready/g)].at(-1)?.[1];
      if (pid === undefined) throw new Error(`the server has named no engine:\n${printed}`);
      process.kill(Number(pid), "SIGKILL");
    },
    async stop() {
      child.kill("SIGTERM");
      const [code] = await exited;
      return code;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    // No server listens yet.
    return false;
  }
}
