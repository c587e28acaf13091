import { execFile } from "node:child_process";
import { chmod, lstat, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { HeddleProcess, program } from "./testing/heddle-process.ts";

let folder: string;
let dataDir: string;
let heddle: HeddleProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "heddle-private-"));
  dataDir = join(folder, "data");
});
afterEach(async () => {
  heddle?.killGroup("SIGKILL");
  await heddle?.exited();
  await rm(folder, { recursive: true, force: true });
});

/** Starts Node with umask 0, as in a shell that makes all new files open to everyone. */
const openShell = `--import=data:text/javascript,${encodeURIComponent(
  "import { isMainThread } from 'node:worker_threads'; if (isMainThread) process.umask(0);",
)}`;

async function start(): Promise<string> {
  const env = { NODE_OPTIONS: openShell };
  heddle = new HeddleProcess(["start", "--data-dir", dataDir, "--port", "0"], { env });
  return await heddle.listening();
}

async function stop(): Promise<void> {
  heddle?.kill("SIGTERM");
  expect(await heddle?.exited()).toBe(0);
}

/** The paths on which other users have a permission, and the number of all paths. */
async function openPaths(): Promise<{ open: readonly string[]; count: number }> {
  const names = await readdir(dataDir, { recursive: true });
  const paths = [dataDir, ...names.map((name) => join(dataDir, name))];
  const modes = await Promise.all(
    paths.map(async (path) => {
      const found = await lstat(path);
      return { path, isOpen: !found.isSymbolicLink() && (found.mode & 0o077) !== 0 };
    }),
  );
  const open = modes.filter(({ isOpen }) => isOpen).map(({ path }) => path);
  return { open, count: paths.length };
}

async function write(url: string): Promise<void> {
  const key = (await readFile(join(dataDir, "api-key"), "utf8")).trim();
  const headers = { Authorization: `Bearer ${key}` };
  const project_id = "local/demo";
  const form = new FormData();
  form.append("project_id", project_id);
  form.append("file", new Blob(["contents"]), "a.txt");
  const started_at = new Date().toISOString();
  const call = { project_id, op_name: "x", started_at, attributes: {}, inputs: {} };
  const object = { project_id, object_id: "o", val: { a: 1 } };
  const sent: readonly (readonly [string, string | FormData])[] = [
    ["/file/create", form],
    ["/call/start", JSON.stringify({ start: call })],
    ["/obj/create", JSON.stringify({ obj: object })],
  ];
  for (const [path, body] of sent) {
    const answer = await fetch(url + path, { method: "POST", headers, body });
    expect([path, answer.status]).toEqual([path, 200]);
  }
}

test.skipIf(process.platform === "win32")(
  "other users can read nothing that a server stores",
  async () => {
    await write(await start());
    const args = [program, "keys", "create", "--entity", "a", "--role", "read"];
    const env = { PATH: process.env["PATH"], HEDDLE_DATA_DIR: dataDir, NODE_OPTIONS: openShell };
    await promisify(execFile)(process.execPath, args, { env });
    const { open, count } = await openPaths();
    expect(open).toEqual([]);
    expect(count).toBeGreaterThan(20);
    for (const name of ["records.db", "records.db-wal", "records.db-shm", "lock.db", "api-key"]) {
      expect([name, (await lstat(join(dataDir, name))).mode & 0o777]).toEqual([name, 0o600]);
    }
    await stop();
    expect((await openPaths()).open).toEqual([]);
  },
);

test.skipIf(process.platform === "win32")(
  "files that an older release left open are closed, and this is reported once",
  async () => {
    await start();
    await stop();
    await chmod(dataDir, 0o755);
    for (const name of ["records.db", "lock.db"]) await chmod(join(dataDir, name), 0o644);
    await chmod(join(dataDir, "traces"), 0o755);
    await start();
    expect((await openPaths()).open).toEqual([]);
    expect(heddle?.err.match(/"closed to other users, who could open it"/g)).toHaveLength(1);
    await stop();
    await start();
    expect(heddle?.err).not.toContain("closed to other users");
    await stop();
  },
);
