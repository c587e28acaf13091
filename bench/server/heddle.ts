import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { serverPid } from "@heddle/contract/hostile/server-figures";
import { childrenOf } from "./process-figures.ts";

/** A server in a process of its own, as a user starts it. */
export interface Heddle {
  readonly url: string;
  readonly apiKey: string;
  /** The id of the process that answers. */
  readonly pid: number;
  /** The id of its parent process, which starts it again. */
  readonly parentPid: number;
  readonly enginePid: number;
  /** The time at which it was started, on this process's clock. */
  readonly startedAt: number;
  /** From its start until `/readyz` answered 200, in ms. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

export interface HeddleOptions {
  readonly dataDir: string;
  /** The folder into which the server writes a profile of its processor time. */
  readonly profileFolder?: string | undefined;
  /** Keeps signals of the terminal, such as Ctrl-C, from the server. */
  readonly ownGroup?: boolean;
}

/** The command, as the clone runs it. */
export const program: string = fileURLToPath(
  new URL("../../apps/server/bin/heddle.js", import.meta.url),
);

/** Resolves once the server is ready. Its log goes to `<data folder>.log`. */
export async function startHeddle(options: HeddleOptions): Promise<Heddle> {
  const { dataDir, profileFolder, ownGroup = false } = options;
  const log = openSync(`${dataDir}.log`, "a");
  const profile = profileFolder ? ["--cpu-prof", `--cpu-prof-dir=${profileFolder}`] : [];
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...profile, program, "start"], {
    detached: ownGroup,
    stdio: ["ignore", "pipe", log],
    env: { PATH: process.env["PATH"], HOME: dataDir, HEDDLE_DATA_DIR: dataDir, HEDDLE_PORT: "0" },
  });
  closeSync(log);
  const url = await printedUrl(child, `see ${dataDir}.log`);
  await untilReady(url, child);
  const readyMs = performance.now() - startedAt;
  const pid = serverPid(dataDir);
  return {
    url,
    apiKey: (await readFile(join(dataDir, "api-key"), "utf8")).trim(),
    pid,
    parentPid: child.pid ?? 0,
    enginePid: childrenOf(pid)[0] ?? 0,
    startedAt,
    readyMs,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      // Not `exit`, which is the parent's: the output closes only when the server is gone too.
      const closed = once(child, "close");
      child.kill("SIGTERM");
      await closed;
    },
  };
}

/** The address in the printed line about where the server listens. */
export async function printedUrl(child: ChildProcess, hint: string): Promise<string> {
  if (!child.stdout) throw new Error("The output of the server is not read.");
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /is listening on (http\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return url;
  }
  throw new Error(`The server did not start: ${hint}`);
}

/** Resolves at the first 200 of `/readyz`. */
export async function untilReady(url: string, child: ChildProcess): Promise<void> {
  while (!(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error("The server ended before it was ready.");
    }
    await sleep(5);
  }
}

function isReady(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(`${url}/readyz`, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).once("error", () => resolve(false));
  });
}
