import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { HeddleProcess, program } from "./testing/heddle-process.ts";

let root: string;
let dataDir: string;
const started: HeddleProcess[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "heddle-usage-"));
  dataDir = join(root, "data");
});

afterEach(async () => {
  for (const heddle of started) heddle.killGroup("SIGKILL");
  await Promise.all(started.splice(0).map((heddle) => heddle.exited()));
  await rm(root, { recursive: true, force: true });
});

const patiently = { timeout: 120_000 };

async function start(): Promise<{ heddle: HeddleProcess; url: string }> {
  const heddle = new HeddleProcess(["start", "--data-dir", dataDir, "--port", "0"]);
  started.push(heddle);
  return { heddle, url: await heddle.listening() };
}

async function chat(url: string): Promise<void> {
  const key = (await readFile(join(dataDir, "api-key"), "utf8")).trim();
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({
      model: "heddle/loom",
      messages: [{ role: "user", content: "hello" }],
    }),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

/** Requests that `heddle usage` shows, as a user runs it. */
async function counted(): Promise<number> {
  const args = [program, "usage", "--json", "--data-dir", dataDir];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { PATH: process.env["PATH"] },
  });
  const rows = JSON.parse(stdout) as readonly { readonly requests: number }[];
  return rows.reduce((sum, { requests }) => sum + requests, 0);
}

test("what was written survives a kill; what comes after it is added", async () => {
  const { heddle, url } = await start();
  await chat(url);
  await expect.poll(counted, patiently).toBe(1);
  const pid = heddle.serverPid(dataDir)!;
  // Nothing of this one is written yet, or all of it.
  await chat(url);
  process.kill(pid, "SIGKILL");
  const isOther = (): boolean => ![pid, undefined].includes(heddle.serverPid(dataDir));
  await expect.poll(isOther, patiently).toBe(true);
  const kept = await counted();
  expect([1, 2]).toContain(kept);
  await chat(url);
  await expect.poll(counted, patiently).toBe(kept + 1);
});

test("a stop writes what was counted until then", async () => {
  const { heddle, url } = await start();
  await chat(url);
  await chat(url);
  heddle.kill("SIGTERM");
  expect(await heddle.exited()).toBe(0);
  expect(await counted()).toBe(2);
});
