import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { StoreUnavailable } from "../../errors.ts";
import type { ChildMessage, ChildOptions } from "./child-messages.ts";
import type { EngineLog } from "./engine-log.ts";
import { engineThreads } from "./lanes.ts";

/** A running engine process. */
export interface LaunchedEngine {
  readonly pid: number;
  /** Resolves when the process has ended, normally or not. */
  readonly exited: Promise<EngineExit>;
  /** Closes its input; the process ends when it has finished its inserts. */
  end(): void;
  /** Ends it at once. */
  kill(): void;
}

export interface EngineExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The program of the engine: TypeScript in a clone, JavaScript in a built package. */
const childFile = fileURLToPath(
  new URL(`./child${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url),
);

const readyWithinMs = 60_000;

/**
 * Starts the engine's process and resolves when it answers. Throws {@link StoreUnavailable} if
 * another process has the folder, the platform has no engine, or the process ends too early.
 */
export async function launchEngine(options: ChildOptions, log: EngineLog): Promise<LaunchedEngine> {
  const child = spawn(process.execPath, [childFile, JSON.stringify(options)], {
    stdio: ["pipe", "pipe", "pipe"],
    env: childEnvironment(),
  });
  // A failed write means that the process has died, and `exited` reports that.
  child.stdin.on("error", () => {});
  const exited = new Promise<EngineExit>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    child.once("error", () => resolve({ code: null, signal: null }));
  });
  logErrors(child, log);
  const timer = setTimeout(() => child.kill("SIGKILL"), readyWithinMs);
  try {
    await Promise.race([ready(child, options.path), exited.then(endedEarly)]);
  } catch (error) {
    child.stdin.end();
    await exited;
    throw error;
  } finally {
    clearTimeout(timer);
  }
  return {
    pid: child.pid ?? 0,
    exited,
    end: () => child.stdin.end(),
    kill: () => child.kill("SIGKILL"),
  };
}

/** An environment without the server's secrets, and with UTC as its time zone on every machine. */
function childEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  const kept = Object.entries({ PATH, HOME, TMPDIR }).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(kept), TZ: "UTC", UV_THREADPOOL_SIZE: String(engineThreads) };
}

async function ready(child: ChildProcess, path: string): Promise<void> {
  if (child.stdout === null) throw new Error("The engine's process has no standard output.");
  for await (const line of createInterface({ input: child.stdout })) {
    const message = readMessage(line);
    if (message?.event === "ready") {
      child.stdout.resume();
      return;
    }
    if (message?.event === "refused") throw refusal(message, path);
  }
  // The output has ended, and `exited` reports the reason. Wait for it.
  await new Promise(() => {});
}

function readMessage(line: string): ChildMessage | undefined {
  // The engine's library may print other lines.
  if (!line.startsWith('{"event":')) return undefined;
  return JSON.parse(line) as ChildMessage;
}

function refusal(message: ChildMessage & { event: "refused" }, path: string): StoreUnavailable {
  if (message.reason === "platform") {
    return new StoreUnavailable(
      "The embedded trace engine does not run here: it needs Linux with glibc or macOS. " +
        "Use WSL2 or a container, or set HEDDLE_TRACES_URL to the address of a ClickHouse server.",
    );
  }
  const who = message.pid === undefined ? "another process" : `process ${message.pid}`;
  return new StoreUnavailable(
    `The trace folder ${path} cannot be opened: ${who} uses it. Stop that process first.`,
  );
}

function endedEarly(exit: EngineExit): never {
  throw new StoreUnavailable(
    `The trace engine ended before it was ready (code ${exit.code}, signal ${exit.signal}).`,
  );
}

/**
 * Logs that the process printed a line, with the engine's error number only: the line may quote
 * rows. Of equal numbers in a row, only the first is logged.
 */
function logErrors(child: ChildProcess, log: EngineLog): void {
  if (child.stderr === null) return;
  let last: string | undefined = "none";
  createInterface({ input: child.stderr }).on("line", (line) => {
    const code = /Code: (\d+)/.exec(line)?.[1];
    if (code === last) return;
    last = code;
    const facts = { enginePid: child.pid, ...(code === undefined ? {} : { engineCode: code }) };
    log.warn(facts, "the trace engine printed an error");
  });
}
