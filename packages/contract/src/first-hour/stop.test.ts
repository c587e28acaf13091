import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { freePort } from "../server/heddle-process.ts";
import { freshClone } from "./fresh-clone.ts";
import { areGone, endAll, npmScript, type NpmScript, repository } from "./npm-script.ts";

let folder: string;
let port: number;
/** Processes that a test has started, so that a failed test leaves none behind. */
let processes: readonly number[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "heddle-stop-"));
  port = await freePort();
  processes = [];
});

afterEach(async () => {
  endAll(processes);
  await rm(folder, { recursive: true, force: true });
});

function npmStart(clone: string, environment: Readonly<Record<string, string>> = {}): NpmScript {
  return npmScript("start", {
    folder: clone,
    environment: {
      HOME: folder,
      HEDDLE_DATA_DIR: join(folder, "data"),
      HEDDLE_PORT: String(port),
      ...environment,
    },
  });
}

/** Takes the port for a moment; rejects if another process has it. */
async function takePort(): Promise<void> {
  const server = await listening(createServer(), port);
  server.close();
  await once(server, "close");
}

async function listening(server: Server, port: number): Promise<Server> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

describe("npm start, once the server listens", () => {
  test.each([
    ["SIGTERM", "process"],
    ["SIGINT", "process"],
    // Ctrl-C reaches the whole group, and npm passes it on too: both count as one signal.
    ["SIGINT", "group"],
    ["SIGTERM", "group"],
  ] as const)("ends at %s to its %s, and the server stops cleanly", async (signal, to) => {
    const npm = npmStart(repository);
    await npm.printed(/is listening on/);
    processes = await npm.processes();
    expect(await npm.end(signal, to), npm.output()).toBe(0);
    expect(npm.output()).toContain('"msg":"stopped"');
    await takePort();
    await areGone(processes);
  });

  test("leaves no server behind if npm gets SIGKILL", async () => {
    const npm = npmStart(repository);
    await npm.printed(/is listening on/);
    processes = await npm.processes();
    expect(await npm.end("SIGKILL")).toBe("SIGKILL");
    await areGone(processes);
    expect(npm.output()).toContain('"msg":"stopped"');
    await takePort();
  });
});

describe("npm start, before the server listens", () => {
  test("ends with the server's exit status if the server refuses to start", async () => {
    const npm = npmStart(repository, { HEDDLE_PORT: "everywhere" });
    expect(await npm.exited, npm.output()).toBe(1);
    expect(npm.output()).toMatch(/^heddle start: .*HEDDLE_PORT/m);
  });

  test("ends at SIGTERM while it installs", async () => {
    const clone = await freshClone();
    // Accepts every connection and never answers.
    const registry = await listening(createServer(), port);
    try {
      const asked = once(registry, "connection");
      const npm = npmStart(clone, { npm_config_registry: `http://127.0.0.1:${port}/` });
      await Promise.race([asked, npm.exited]);
      processes = await npm.processes();
      await npm.end("SIGTERM");
      await areGone(processes);
      expect(npm.output()).not.toContain("Building");
    } finally {
      registry.close();
      await rm(clone, { recursive: true });
    }
  });
});
