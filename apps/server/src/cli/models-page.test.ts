import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeTinyModel } from "../inference/testing/tiny-models.ts";
import { HeddleProcess, program } from "./testing/heddle-process.ts";

const page = new URL("../../../../docs/models.md", import.meta.url);
let root: string;
let heddle: HeddleProcess | undefined;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "heddle-page-"));
});

afterEach(async () => {
  heddle?.killGroup("SIGKILL");
  await heddle?.exited();
  await rm(root, { recursive: true });
});

/** The lines that a name marks on the page, for the folder of this test. */
async function example(name: string): Promise<string> {
  const text = await readFile(page, "utf8");
  const found = new RegExp(`<!-- ${name} -->\n\`\`\`sh\n([^\`]+)\`\`\``).exec(text)?.[1];
  return (found ?? "").replaceAll("/data/", `${root}/`);
}

/** Runs lines of the page. What npm would run, Node runs here. */
async function run(lines: string, env: Record<string, string> = {}): Promise<string> {
  const npm = `npm() { shift 3; '${process.execPath}' '${program}' "$@" </dev/null; }`;
  const { stdout } = await promisify(execFile)("/bin/sh", ["-ec", `${npm}\n${lines}`], {
    env: { PATH: process.env["PATH"], HEDDLE_DATA_DIR: join(root, "data"), ...env },
  });
  return stdout;
}

async function start(): Promise<string> {
  heddle = new HeddleProcess(["start", "--data-dir", join(root, "data"), "--port", "0"]);
  return await heddle.listening();
}

test("the page's lines add a model, and get an answer from it", async () => {
  writeTinyModel(join(root, "SmolLM2-135M-Instruct"));
  await start();
  const added = await run(await example("add"));
  expect(added).toContain("smol: Llama, 26912 parameters");
  expect(added).toContain("at its next start");
  expect(added).toMatch(/^smol +model +65MiB/m);
  heddle?.kill("SIGTERM");
  await heddle?.exited();
  const url = await start();
  const key = (await readFile(join(root, "data/api-key"), "utf8")).trim();
  const answer = await run(await example("ask"), {
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: key,
  });
  expect(JSON.parse(answer)).toMatchObject({ object: "chat.completion", model: "smol" });
});
