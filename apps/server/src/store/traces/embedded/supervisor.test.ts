import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { StoreUnavailable } from "../../errors.ts";
import { ClickHouseTraces } from "../clickhouse.ts";
import { openTraces } from "../open-traces.ts";
import { silentLog } from "../testing/silent-log.ts";
import { sendSignal } from "../testing/send-signal.ts";
import { until } from "../testing/until.ts";
import type { EngineLog } from "./engine-log.ts";
import { Supervisor, type SupervisorOptions } from "./supervisor.ts";
import { ownRead } from "../traces.ts";

let folder: string;
let opened: { close(): Promise<void> }[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "heddle-engine-"));
  opened = [];
});

afterEach(async () => {
  for (const one of opened.toReversed()) await one.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(path: string, more: Partial<SupervisorOptions> = {}): Promise<Supervisor> {
  const supervisor = await Supervisor.start({
    path,
    memoryBytes: 7e8,
    log: silentLog,
    waitForFolderMs: 300,
    ...more,
  });
  opened.push(supervisor);
  return supervisor;
}

function connect(supervisor: Supervisor): ClickHouseTraces {
  const traces = new ClickHouseTraces({
    url: "http://engine",
    socketPath: supervisor.socketPath,
    database: "default",
    ready: (withinMs) => supervisor.ready(withinMs),
  });
  opened.push(traces);
  return traces;
}

/** Whether a process runs. An ended process that is not yet reaped does not. */
function isAlive(pid: number | undefined): boolean {
  const listed = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return /^[^Z\s]/.test(listed.stdout);
}

describe("the socket", () => {
  test("lies in a folder that only this user can enter", async () => {
    const { socketPath } = await start(folder);
    expect(socketPath.startsWith(folder)).toBe(true);
    expect(statSync(dirname(socketPath)).mode & 0o777).toBe(0o700);
  });

  test("lies in such a temporary folder if the path is too long for an address", async () => {
    const long = join(folder, "x".repeat(60), "y".repeat(60));
    const supervisor = await start(long);
    const { socketPath } = supervisor;
    expect(socketPath.startsWith(folder)).toBe(false);
    expect(statSync(dirname(socketPath)).mode & 0o777).toBe(0o700);
    expect(await connect(supervisor).query("SELECT 1 AS one", {}, ownRead)).toEqual([{ one: 1 }]);
    await supervisor.close();
    expect(existsSync(dirname(socketPath))).toBe(false);
  });
});

describe("the process", () => {
  test("survives the signals that a terminal sends to the process group", async () => {
    const supervisor = await start(folder);
    const { pid } = supervisor;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) sendSignal(pid, signal);
    expect(await connect(supervisor).query("SELECT 1 AS one", {}, ownRead)).toEqual([{ one: 1 }]);
    expect(supervisor.pid).toBe(pid);
  });

  test("ends with a killed server, and the next server finds all rows", async () => {
    const owner = spawn(process.execPath, [ownerFile, folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(owner.stdout, "data")) as [Buffer];
    const pid = Number(line);
    expect(isAlive(pid)).toBe(true);
    owner.kill("SIGKILL");
    const next = await openTraces({ dataDir: folder, log: silentLog });
    opened.push(next);
    expect(isAlive(pid)).toBe(false);
    expect(await next.query("SELECT digest FROM tables", {}, ownRead)).toEqual([{ digest: "d" }]);
  });

  test("refuses a folder that another process has, and names that process", async () => {
    const first = await start(folder);
    const second: unknown = await start(folder).catch((error: unknown) => error);
    expect(second).toBeInstanceOf(StoreUnavailable);
    expect((second as Error).message).toContain(`process ${first.pid}`);
    expect((second as Error).message).toContain(folder);
    expect(await connect(first).query("SELECT 1 AS one", {}, ownRead)).toEqual([{ one: 1 }]);
  });

  test("is started again when it dies, and reads under way are answered", async () => {
    const supervisor = await start(folder);
    const traces = connect(supervisor);
    const { pid } = supervisor;
    const sql = "SELECT number AS n, sleepEachRow(0.05) AS z FROM numbers(10)";
    const reading = traces.query(sql, {}, { ...ownRead, settings: { max_block_size: 1 } });
    await until(async () => (await count(traces, "sleepEachRow")) > 0);
    sendSignal(pid, "SIGKILL");
    expect(await reading).toHaveLength(10);
    expect(supervisor.pid).not.toBe(pid);
  });

  test("is started again after a crash or a hang, and its log quotes no query", async () => {
    const lines: string[] = [];
    const write = (facts: object, message: string): void => {
      lines.push(JSON.stringify({ ...facts, message }));
    };
    const log: EngineLog = { info: write, warn: write, error: write };
    const supervisor = await start(folder, { log, hungAfterMs: 2000 });
    const traces = connect(supervisor);
    const asked: Promise<unknown>[] = [];
    for (const signal of ["SIGSEGV", "SIGSTOP"] as const) {
      const { pid } = supervisor;
      asked.push(
        traces.query("SELECT sleepEachRow(0.1), 'the secret' FROM numbers(10)", {}, ownRead),
      );
      await until(async () => (await count(traces, "the secret")) > 0);
      sendSignal(pid, signal);
      await until(() => supervisor.pid !== undefined && supervisor.pid !== pid);
    }
    await Promise.all(asked);
    expect(lines.join("\n")).toContain("hangs");
    expect(lines.join("\n")).not.toContain("secret");
  });

  test("stops reads and ends when it is closed", async () => {
    const supervisor = await start(folder);
    const traces = connect(supervisor);
    const reading = traces.query("SELECT max(number) FROM numbers(100000000000)", {}, ownRead);
    const ended = reading.catch((error: unknown) => error);
    await until(async () => (await count(traces, "100000000000")) > 0);
    const { pid } = supervisor;
    await supervisor.close();
    expect(isAlive(pid)).toBe(false);
    expect(await ended).toBeInstanceOf(StoreUnavailable);
    await expect(traces.query("SELECT 1", {}, ownRead)).rejects.toBeInstanceOf(StoreUnavailable);
  });
});

const ownerFile = fileURLToPath(new URL("../testing/owner.ts", import.meta.url));

async function count(traces: ClickHouseTraces, part: string): Promise<number> {
  const [found] = await traces.query<{ n: number }>(
    "SELECT count() AS n FROM system.processes " +
      "WHERE position(query, {part:String}) > 0 AND position(query, 'processes') = 0",
    { part },
    ownRead,
  );
  return found?.n ?? 0;
}
