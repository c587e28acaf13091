import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ownerOf } from "../data-folder/lock.ts";
import { HeddleProcess } from "./testing/heddle-process.ts";

let folder: string;
let dataDir: string;
const started: HeddleProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "heddle-restart-"));
  dataDir = join(folder, "data");
});

afterEach(async () => {
  for (const heddle of started) heddle.killGroup("SIGKILL");
  await Promise.all(started.splice(0).map((heddle) => heddle.exited()));
  await rm(folder, { recursive: true, force: true });
});

/** Runs code in the server only. Its parent has no channel to a parent of its own. */
function inServer(code: string): { NODE_OPTIONS: string } {
  const script = encodeURIComponent(`if (process.send) { ${code} }`);
  return { NODE_OPTIONS: `--import=data:text/javascript,${script}` };
}

function start(env: Record<string, string> = {}, ...flags: readonly string[]): HeddleProcess {
  const args = ["start", "--data-dir", dataDir, "--port", "0", ...flags];
  const heddle = new HeddleProcess(args, { env });
  started.push(heddle);
  return heddle;
}

async function serverPid(heddle: HeddleProcess): Promise<number> {
  await heddle.listening();
  await expect.poll(() => heddle.serverPid(dataDir), patiently).toBeTypeOf("number");
  return heddle.serverPid(dataDir) ?? 0;
}

/** Waits until another server than this one listens. */
async function replaced(heddle: HeddleProcess, before: number): Promise<void> {
  const isOther = (): boolean => ![before, undefined].includes(heddle.serverPid(dataDir));
  const state = { hasEnded: false };
  void heddle.exited().then(() => (state.hasEnded = true));
  await expect.poll(() => state.hasEnded || isOther(), patiently).toBe(true);
  expect(isOther(), heddle.err).toBe(true);
}

const patiently = { timeout: 120_000 };
const restarting = "the server crashed; starting it again";
const retrying = "the server could not start; trying again";

async function ask(url: string, path: string, body: unknown): Promise<Response> {
  const key = (await readFile(join(dataDir, "api-key"), "utf8")).trim();
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  return await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

test("a killed server starts again on its port, with all data that it acknowledged", async () => {
  const heddle = start();
  const url = await heddle.listening();
  const pid = await serverPid(heddle);
  const id = randomUUID();
  const started_at = new Date().toISOString();
  const call = { id, trace_id: id, project_id: "local/demo", op_name: "x", started_at };
  const begun = await ask(url, "/call/start", { start: { ...call, attributes: {}, inputs: {} } });
  expect(begun.status).toBe(200);

  process.kill(pid, "SIGKILL");
  await replaced(heddle, pid);
  const read = await ask(url, "/call/read", { project_id: "local/demo", id });
  expect(await read.json()).toMatchObject({ call: { id } });
  await heddle.complained(restarting);
  expect(heddle.out.match(/is listening on/g)).toHaveLength(1);
  const said = heddle.err.split("\n").find((line) => line.includes(restarting));
  expect(JSON.parse(said ?? "")).toMatchObject({ level: "error", serverPid: pid });
  expect(said).toContain("SIGKILL");
  heddle.kill("SIGTERM");
  expect(await heddle.exited()).toBe(0);
});

test.runIf(process.platform === "linux")(
  "the process beside the server uses at most 60 MB, also after a restart",
  async () => {
    const heddle = start();
    const pid = await serverPid(heddle);
    expect(heddle.residentMb()).toBeLessThan(60);
    process.kill(pid, "SIGKILL");
    await replaced(heddle, pid);
    expect(heddle.residentMb()).toBeLessThan(60);
  },
);

test("five crashes within a minute end it, with the reason in one line", async () => {
  const heddle = start(inServer("process.abort()"));
  expect(await heddle.exited()).toBe(70);
  const lines = heddle.err.trim().split("\n");
  const again = lines.filter((line) => line.includes(restarting));
  expect(again.map((line) => (JSON.parse(line) as { delayMs: number }).delayMs)).toEqual([
    200, 400, 800, 1600,
  ]);
  expect(lines.at(-1)).toMatch(/^heddle start: .*five times within a minute.*SIGABRT/);
});

test("a signal while it waits to start again ends it", async () => {
  const heddle = start(inServer("process.abort()"));
  await heddle.complained('"delayMs":1600');
  heddle.kill("SIGTERM");
  expect(await heddle.exited()).toBe(0);
});

test("the server starts again after it has used up its memory", async () => {
  const leak = "process.on('SIGUSR2', () => { const all = []; for (;;) all.push([all.length]); })";
  const { NODE_OPTIONS } = inServer(leak);
  const heddle = start({ NODE_OPTIONS: `${NODE_OPTIONS} --max-old-space-size=160` });
  const pid = await serverPid(heddle);
  process.kill(pid, "SIGUSR2");
  await replaced(heddle, pid);
  await heddle.complained(restarting);
  expect(heddle.err).toContain("heap out of memory");
  expect(heddle.err).toMatch(/SIGABRT[^\n]*starting it again/);
});

test("an uncaught exception is a crash, and the log names it", async () => {
  const heddle = start(inServer("process.on('SIGUSR2', () => { throw new RangeError('boom'); })"));
  const pid = await serverPid(heddle);
  process.kill(pid, "SIGUSR2");
  await replaced(heddle, pid);
  await heddle.complained(restarting);
  expect(heddle.err).toMatch(/"reason":"RangeError: boom"[^\n]*starting it again/);
});

test("after a crash, it tries again until an obstacle is gone", async () => {
  // A link, so that one rename puts the obstacle in place or takes it away.
  const blobs = join(folder, "blobs");
  const disk = join(folder, "disk");
  const next = join(folder, "next");
  await mkdir(disk);
  await symlink(disk, blobs);
  await writeFile(next, "");
  const heddle = start({}, "--blobs-url", `folder:${blobs}`);
  const pid = await serverPid(heddle);
  await rename(next, blobs);
  process.kill(pid, "SIGKILL");
  // The fourth refusal after one crash: five crashes would have ended it.
  await heddle.complained('"delayMs":1600');
  await symlink(disk, next);
  await rename(next, blobs);
  await replaced(heddle, pid);
  const retries = heddle.err.split("\n").filter((line) => line.includes(retrying));
  const delays = retries.map((line) => (JSON.parse(line) as { delayMs: number }).delayMs);
  expect(delays.slice(0, 4)).toEqual([200, 400, 800, 1600]);
  expect(heddle.err.match(/blobs is not a folder/g)?.length).toBe(delays.length);
  expect(heddle.err.split(restarting)).toHaveLength(2);
});

test("a server whose parent is killed stops cleanly by itself", async () => {
  const heddle = start();
  const url = await heddle.listening();
  await serverPid(heddle);
  heddle.kill("SIGKILL");
  await heddle.exited();
  expect(heddle.err).toContain('"msg":"stopped"');
  expect(ownerOf(dataDir)).toBeUndefined();
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

test("a signal to the server itself stops both", async () => {
  const heddle = start();
  process.kill(await serverPid(heddle), "SIGTERM");
  expect(await heddle.exited()).toBe(0);
  expect(heddle.err).toContain('"msg":"stopped"');
  expect(heddle.err).not.toContain(restarting);
});

test("closing the terminal stops both cleanly", async () => {
  const heddle = start();
  await serverPid(heddle);
  heddle.killGroup("SIGHUP");
  expect(await heddle.exited()).toBe(0);
  expect(heddle.err).toContain('"msg":"stopped"');
});

test.runIf(existsSync("/dev/full"))(
  "a log that cannot be written stops neither the server nor its parent",
  async () => {
    const args = ["start", "--data-dir", dataDir, "--port", "0"];
    const heddle = new HeddleProcess(args, { errorFile: "/dev/full" });
    started.push(heddle);
    const url = await heddle.listening();
    const pid = await serverPid(heddle);
    for (let request = 0; request < 3; request += 1) {
      expect((await fetch(`${url}/traces/health`)).status).toBe(200);
    }
    process.kill(pid, "SIGKILL");
    await replaced(heddle, pid);
    heddle.kill("SIGTERM");
    expect(await heddle.exited()).toBe(0);
  },
);

test("a refusal is final", async () => {
  await mkdir(dataDir);
  await writeFile(join(dataDir, "holiday.jpg"), "");
  const heddle = start();
  expect(await heddle.exited()).toBe(1);
  expect(heddle.err.trim().split("\n")).toHaveLength(1);
});
