/**
 * The engine's process. When its standard input closes, because the server closed it or has ended,
 * the process ends by itself. Its standard output carries {@link ChildMessage}s.
 */
import { rmSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChildMessage, ChildOptions } from "./child-messages.ts";

const tryFolderEveryMs = 50;
const endWithinMs = 10_000;

function say(message: ChildMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

const options = JSON.parse(process.argv[2] ?? "") as ChildOptions;

// The engine creates its files with all permissions that the umask leaves.
process.umask(0o077);

// A terminal's interrupt and a supervisor's stop reach the whole process group. This process must
// go on until the server closes its input.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});

const lifeline = new Promise<void>((resolve) => {
  process.stdin.once("close", resolve).resume();
});

/** Kills this process if closing takes too long. Acknowledged rows are durable: none are lost. */
function endHardAfter(ms: number): void {
  setTimeout(() => process.kill(process.pid, "SIGKILL"), ms).unref();
}

async function run(): Promise<void> {
  const { Engine } = await import("./engine.ts").catch((error: unknown) => {
    say({ event: "refused", reason: "platform" });
    throw error;
  });
  const { EngineServer } = await import("./server.ts");
  const opened = await open(Engine);
  if (opened === undefined) {
    say({ event: "refused", reason: "held", pid: holder() });
    return;
  }
  const server = new EngineServer(opened);
  // A killed process may have left the socket behind; this process owns the folder now.
  rmSync(options.socketPath, { force: true });
  await server.listen(options.socketPath);
  say({ event: "ready" });
  await lifeline;
  endHardAfter(endWithinMs);
  await server.close();
  await opened.close();
}

type EngineClass = typeof import("./engine.ts").Engine;

/** Waits for the folder: the engine of a killed server may take a moment to end. */
async function open(Engine: EngineClass): Promise<InstanceType<EngineClass> | undefined> {
  const deadline = Date.now() + options.waitForFolderMs;
  for (;;) {
    try {
      return new Engine(options);
    } catch (error) {
      if (Date.now() > deadline) {
        console.error(error instanceof Error ? error.message : error);
        return undefined;
      }
      await new Promise((resolve) => setTimeout(resolve, tryFolderEveryMs));
    }
  }
}

function holder(): number | undefined {
  try {
    const pid = /PID: (\d+)/.exec(readFileSync(join(options.path, "status"), "utf8"))?.[1];
    return pid === undefined ? undefined : Number(pid);
  } catch {
    // No such file: the folder was refused for another reason.
    return undefined;
  }
}

await run();
// Everything is closed, so the process ends by itself; its input must not keep it alive.
process.stdin.destroy();
