import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig, type RunningServer, startServer } from "../index.ts";
import { writeTinyModel } from "../inference/testing/tiny-models.ts";
import { runChat } from "./chat.ts";
import type { Terminal } from "./chat/terminal.ts";
import { program } from "./testing/heddle-process.ts";
import { type RecordedIo, recordedIo } from "./testing/recorded-io.ts";

let root: string;
let dataDir: string;
let server: RunningServer;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "heddle-talk-"));
  dataDir = join(root, "data");
  writeTinyModel(join(root, "tiny"));
  const flags = { "data-dir": dataDir, port: "0", log: "silent", models: "./tiny" };
  server = await startServer(loadConfig({ flags, env: {}, cwd: root }));
});

afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true });
});

interface Talk extends RecordedIo {
  readonly status: number;
  readonly written: string;
  readonly shown: readonly (string | undefined)[];
}

interface TalkOptions {
  readonly isInteractive?: boolean;
  readonly env?: Record<string, string>;
  /** Called with each piece of an answer, and with what Ctrl-C would call. */
  readonly onWrite?: (text: string, interrupt: () => void) => void;
}

/** A conversation in which these lines are typed. */
async function talk(
  typed: readonly string[],
  args: readonly string[] = [],
  { isInteractive = false, env = { HEDDLE_DATA_DIR: dataDir }, onWrite }: TalkOptions = {},
): Promise<Talk> {
  const io = recordedIo(root, env);
  let written = "";
  let stop: (() => void) | undefined;
  const shown: (string | undefined)[] = [];
  const terminal: Terminal = {
    isInteractive,
    lines: async function* lines() {
      yield* typed;
    },
    write: (part) => {
      written += part;
      onWrite?.(part, () => stop?.());
    },
    status: (line) => void shown.push(line),
    onInterrupt: (callback) => (stop = callback),
  };
  const status = await runChat(args, io, () => terminal);
  return { ...io, status, written, shown };
}

test("answers come as they are sampled, with their speed", async () => {
  const { status, written, errLines } = await talk(["hello", "", "hi"], ["--temperature", "0"]);
  expect(status).toBe(0);
  expect(written).toMatch(/^Hello! .+\n.+\n$/);
  expect(errLines).toHaveLength(2);
  expect(errLines[0]).toMatch(/^\[\d+ tokens, [\d,]+ tokens\/s, the first after \d+ ms\]$/);
});

test("turns are remembered until /new", async () => {
  const told = ["my name is Ada", "what is my name?"];
  const remembered = await talk(told, ["--temperature", "0"]);
  expect(remembered.written.split("\n")[1]).toContain("Ada");
  const forgotten = await talk([told[0]!, "/new", told[1]!], ["--temperature", "0"]);
  expect(forgotten.written.split("\n")[1]).not.toContain("Ada");
});

test("Ctrl-C cuts an answer, and the conversation goes on", async () => {
  let isCut = false;
  const { status, errLines } = await talk(
    ["one", "hello"],
    ["--model", "tiny", "--max-tokens", "400"],
    {
      isInteractive: true,
      onWrite: (_, interrupt) => {
        if (!isCut) interrupt();
        isCut = true;
      },
    },
  );
  expect(status).toBe(0);
  expect(errLines[0]).toContain("tiny at http://127.0.0.1:");
  expect(errLines[1]).toBe("[cut]");
  expect(errLines[2]).toMatch(/^\[\d+ tokens/);
});

test("a person may try again after a refusal, and a script ends with it", async () => {
  const args = ["--model", "gpt-4o"];
  const script = await talk(["hello", "hello"], args);
  expect(script.status).toBe(1);
  expect(script.errLines).toEqual([
    expect.stringMatching(
      /^heddle chat: There is no model "gpt-4o"\. There are: heddle\/loom, tiny\./,
    ),
  ]);
  const person = await talk(["hello", "hello"], args, { isInteractive: true });
  expect(person.status).toBe(0);
  expect(person.errLines).toHaveLength(3);
});

test("another server takes its own key, never that of this machine", async () => {
  const args = ["--url", server.url];
  const env = { HEDDLE_DATA_DIR: dataDir };
  expect((await talk(["hello"], args, { env })).errLines[0]).toContain("HEDDLE_API_KEY is missing");
  const key = (await readFile(join(dataDir, "api-key"), "utf8")).trim();
  const given = { HEDDLE_API_KEY: key, HEDDLE_BASE_URL: `${server.url}/` };
  expect((await talk(["hello"], [], { env: given })).written).toContain("Hello!");
});

test.each<[string, readonly string[], string]>([
  ["no server", ["--data-dir", "none"], "No server runs on"],
  ["a server that does not answer", ["--url", "http://127.0.0.1:9"], "does not answer: "],
  ["an address that is none", ["--url", "nowhere"], "not an http:// or https:// address"],
  ["a temperature that is no number", ["--temperature", "hot"], "which is not a number"],
])("%s", async (_, args, says) => {
  const { status, errLines } = await talk(["hello"], args, { env: { HEDDLE_API_KEY: "k" } });
  expect(status).toBe(1);
  expect(errLines).toHaveLength(1);
  expect(errLines[0]).toContain(says);
});

test("while a model loads, a person sees how far it is", async () => {
  let asked = 0;
  let finish = (): void => undefined;
  const slow = createServer((request, response) => {
    const chunk = { choices: [{ delta: { content: "done" } }] };
    finish = () => response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
    if (request.url !== "/metrics") return;
    asked += 1;
    response.end(`heddle_model_loaded_share{model="large"} ${asked === 1 ? 0.427 : 1}\n`);
  }).listen(0, "127.0.0.1");
  await once(slow, "listening");
  const { port } = slow.address() as AddressInfo;
  try {
    let answer = finish;
    slow.on("request", ({ url }) => {
      if (url === "/v1/chat/completions") answer = finish;
      else if (asked === 2) answer();
    });
    const args = ["--url", `http://127.0.0.1:${port}`, "--model", "large"];
    const env = { HEDDLE_API_KEY: "k" };
    const { written, shown } = await talk(["hello"], args, { isInteractive: true, env });
    expect(written).toBe("done\n");
    expect(shown.slice(0, 3)).toEqual(["loading large 42 % …", "reading …", undefined]);
  } finally {
    slow.close();
  }
});

test("in a pipe, standard output has the answers alone", async () => {
  const child = spawn(process.execPath, [program, "chat", "--temperature", "0"], {
    env: { PATH: process.env["PATH"], HEDDLE_DATA_DIR: dataDir },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end("hello\n");
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  expect(out).toMatch(/^Hello! .+\n$/);
  expect(err).toMatch(/^\[\d+ tokens/);
});
