import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HeddleProcess, program } from "./testing/heddle-process.ts";

const page = new URL("../../../../docs/inference.md", import.meta.url);
/** The examples find the SDK from here. */
const cwd = fileURLToPath(new URL("../..", import.meta.url));

let root: string;
let heddle: HeddleProcess;
let env: Record<string, string | undefined>;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "heddle-page-"));
  const dataDir = join(root, "data");
  heddle = new HeddleProcess(["start", "--data-dir", dataDir, "--port", "0"]);
  const url = await heddle.listening();
  const key = (await readFile(join(dataDir, "api-key"), "utf8")).trim();
  env = {
    PATH: process.env["PATH"],
    HEDDLE_DATA_DIR: dataDir,
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: key,
  };
});

afterAll(async () => {
  heddle?.killGroup("SIGKILL");
  await heddle?.exited();
  await rm(root, { recursive: true });
});

/** The lines that a name marks on the page. */
async function example(name: string): Promise<string> {
  const text = await readFile(page, "utf8");
  const mark = ["<!--", name, "-->"].join(" ");
  const found = new RegExp(`${mark}\n\`\`\`(?:js|sh)\n([^]*?)\`\`\``).exec(text)?.[1];
  if (found === undefined) throw new Error(`The page has no example "${name}".`);
  return found;
}

/** Runs a program of the page, and returns what it prints. */
async function run(name: string): Promise<string> {
  const args = ["--input-type=module", "-e", await example(name)];
  return (await promisify(execFile)(process.execPath, args, { cwd, env })).stdout;
}

/** Runs lines of the page. What npm would run, Node runs here. */
async function runLines(name: string): Promise<string> {
  const npm = `npm() { shift 3; '${process.execPath}' '${program}' "$@"; }`;
  const lines = `${npm}\n${await example(name)}`;
  return (await promisify(execFile)("/bin/sh", ["-ec", lines], { env })).stdout;
}

test("the lines for curl are answered", async () => {
  expect(JSON.parse(await runLines("curl"))).toMatchObject({
    model: "heddle/loom",
    choices: [{ message: { content: expect.stringMatching(/^Hello/) as string } }],
  });
});

test("a client is answered", async () => {
  const printed = await run("ask");
  expect(printed).toContain("Hello! How can I help you?");
  expect(printed).toContain("completion_tokens");
});

test("a stream comes with its usage", async () => {
  expect(await run("stream")).toMatch(/^Hello! How can I help you\?\n\d+ tokens\n$/);
});

test("a tool is called", async () => {
  expect(await run("tools")).toMatch(/^get_weather \{"city": ?"Paris"\}\n$/);
});

test("an answer has the form that was asked for", async () => {
  expect(await run("format")).toMatch(/^\{ name: '.*', age: -?\d+ \}\n$/);
});

test("usage is counted", async () => {
  await run("ask");
  const used = async (): Promise<unknown[]> => {
    const printed = await runLines("usage");
    expect(printed).toMatch(/^TIME +PROJECT +MODEL/);
    return JSON.parse(printed.slice(printed.indexOf("["))) as unknown[];
  };
  await expect
    .poll(used, { timeout: 120_000 })
    .toMatchObject([{ project: "local/inference", model: "heddle/loom", failures: 0 }]);
});

test("a request becomes a call", async () => {
  await run("trace");
  const ask = async (): Promise<string> => {
    const answer = await fetch(`${env["OPENAI_BASE_URL"]!.replace("/v1", "")}/calls/query`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${env["OPENAI_API_KEY"]}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ project_id: "local/chats" }),
    });
    return await answer.text();
  };
  await expect.poll(ask, { timeout: 120_000 }).toContain('"op_name":"heddle.chat"');
  expect(await ask()).toContain("Hello! How can I help you?");
});
