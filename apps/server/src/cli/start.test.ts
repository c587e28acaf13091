import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { HeddleProcess } from "./testing/heddle-process.ts";

let dataDir: string;
const started: HeddleProcess[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "heddle-start-"));
});

afterEach(async () => {
  for (const heddle of started) heddle.killGroup("SIGKILL");
  await Promise.all(started.splice(0).map((heddle) => heddle.exited()));
  await rm(dataDir, { recursive: true, force: true });
});

function start(...flags: readonly string[]): HeddleProcess {
  const heddle = new HeddleProcess(["start", "--data-dir", dataDir, "--port", "0", ...flags]);
  started.push(heddle);
  return heddle;
}

/** Starts an upload and returns the rest, which has not been sent. */
async function halfAnUpload(url: string, key: string): Promise<{ socket: Socket; rest: string }> {
  const part = (name: string, more = ""): string =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const fields = `${part("project_id")}local/demo\r\n${part("file", '; filename="a.txt"')}`;
  const rest = "second half\r\n--b--\r\n";
  const length = fields.length + "first half, ".length + rest.length;
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(
    `POST /file/create HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n` +
      `Authorization: Basic ${btoa(`api:${key}`)}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\n\r\n${fields}first half, `,
  );
  return { socket, rest };
}

/** Waits until the server works on this many requests, apart from the request for the metrics. */
async function underWay(url: string, key: string, count: number): Promise<void> {
  const headers = { Authorization: `Bearer ${key}` };
  for (;;) {
    const metrics = await (await fetch(`${url}/metrics`, { headers })).text();
    if (metrics.includes(`heddle_http_requests_under_way ${count + 1}`)) return;
  }
}

/** Waits until the server takes no more connections. */
async function untilClosed(url: string): Promise<void> {
  const answers = (): Promise<boolean> =>
    fetch(`${url}/health`).then(
      () => true,
      () => false,
    );
  await expect.poll(answers, { timeout: 120_000 }).toBe(false);
}

async function apiKey(): Promise<string> {
  return (await readFile(join(dataDir, "api-key"), "utf8")).trim();
}

async function text(socket: Socket): Promise<string> {
  let said = "";
  for await (const chunk of socket.setEncoding("utf8")) said += String(chunk);
  return said;
}

test("the first start prints lines to paste; the second start names the key's file", async () => {
  const first = start();
  const url = await first.listening();
  const key = await apiKey();
  expect(first.out).toContain(`\nexport WANDB_API_KEY=${key}\n`);
  expect(first.out).toContain(`\nexport WF_TRACE_SERVER_URL=${url}/traces\n`);
  expect(first.out).toContain(`\nexport WANDB_BASE_URL=${url}\n`);
  expect((await stat(join(dataDir, "api-key"))).mode & 0o777).toBe(0o600);
  const headers = { Authorization: `Bearer ${key}` };
  const viewer = await fetch(`${url}/graphql`, {
    method: "POST",
    headers,
    body: JSON.stringify({ query: "{ viewer { username } }" }),
  });
  expect(await viewer.json()).toEqual({ data: { viewer: { username: "local" } } });
  first.kill("SIGTERM");
  expect(await first.exited()).toBe(0);
  expect(first.err).not.toContain(key);

  const second = start();
  await second.listening();
  expect(second.out).toContain(`export WANDB_API_KEY="$(cat ${join(dataDir, "api-key")})"`);
  expect(second.out).not.toContain(key);
});

test("the lines about the built-in model, pasted into a shell, get an answer", async () => {
  const server = start();
  await server.listening();
  await expect.poll(() => server.out).toContain("talks to it in this terminal");
  const [, block = ""] = server.out.split("To talk to the built-in model.");
  const lines = block.slice(block.indexOf("\nexport ") + 1, block.indexOf("\n\n"));
  expect(lines.split("\n")).toHaveLength(5);
  const { stdout } = await promisify(execFile)("/bin/sh", ["-c", lines], {
    env: { PATH: process.env["PATH"] },
  });
  expect(JSON.parse(stdout)).toMatchObject({
    model: "heddle/loom",
    choices: [{ message: { content: expect.stringContaining("Hello!") as string } }],
  });
});

test("a second server on the folder is refused, and names the owner", async () => {
  const owner = start();
  await owner.listening();
  const second = start();
  expect(await second.exited()).toBe(1);
  expect(second.err).toContain(dataDir);
  expect(second.err).toContain(`process ${owner.serverPid(dataDir)} `);
  expect(second.err.trim().split("\n")).toHaveLength(1);
});

test("on a signal, it finishes the requests under way and stores their data", async () => {
  const heddle = start();
  const url = await heddle.listening();
  const key = await apiKey();
  const { socket, rest } = await halfAnUpload(url, key);
  await underWay(url, key, 1);
  heddle.kill("SIGTERM");
  await untilClosed(url);
  socket.write(rest);
  const answer = await text(socket);
  expect(answer).toContain("HTTP/1.1 200 OK");
  expect(await heddle.exited()).toBe(0);

  const again = start();
  const digest = /"digest":"([^"]+)"/.exec(answer)?.[1];
  const response = await fetch(`${await again.listening()}/file/content`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}` },
    body: JSON.stringify({ project_id: "local/demo", digest }),
  });
  expect(await response.text()).toBe("first half, second half");
});

test("one Ctrl-C counts once, though it reaches both processes and npm repeats it", async () => {
  const heddle = start();
  const url = await heddle.listening();
  const { socket, rest } = await halfAnUpload(url, await apiKey());
  await underWay(url, await apiKey(), 1);
  heddle.killGroup("SIGINT");
  heddle.kill("SIGINT");
  await untilClosed(url);
  socket.write(rest);
  expect(await text(socket)).toContain("HTTP/1.1 200 OK");
  expect(await heddle.exited()).toBe(0);
});

test("on a second signal, it ends at once", async () => {
  const heddle = start();
  const url = await heddle.listening();
  const key = await apiKey();
  const { socket } = await halfAnUpload(url, key);
  await underWay(url, key, 1);
  socket.on("error", () => undefined);
  heddle.kill("SIGTERM");
  await untilClosed(url);
  heddle.kill("SIGINT");
  expect(await heddle.exited()).toBe(1);
});

test.each([
  [["start", "--prot", "1"], "--port"],
  [["strat"], "npm run heddle -- start"],
  [["start", "--port", "http"], "--port"],
  [["start", "--auth", "off", "--host", "0.0.0.0"], "HEDDLE_AUTH"],
])("heddle %j reports in one line what is wrong", async (args, named) => {
  const heddle = new HeddleProcess(args);
  started.push(heddle);
  expect(await heddle.exited()).toBe(1);
  expect(heddle.err).toContain(named);
  expect(heddle.err.trim().split("\n")).toHaveLength(1);
  expect(heddle.out).toBe("");
});

test.each([["--help"], ["start", "--help"], ["--version"]])("heddle %s %s", async (...args) => {
  const heddle = new HeddleProcess(args);
  started.push(heddle);
  expect(await heddle.exited()).toBe(0);
  expect(heddle.out.length).toBeGreaterThan(4);
  expect(heddle.err).toBe("");
});
