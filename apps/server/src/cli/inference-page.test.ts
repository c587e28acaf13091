import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { example, PageReader } from "./testing/pages.ts";

const page = "inference.md";
/** The examples find the SDK from here. */
const cwd = fileURLToPath(new URL("../..", import.meta.url));

let reader: PageReader;

beforeAll(async () => {
  reader = await PageReader.create();
  await reader.start();
});

afterAll(async () => {
  await reader.close();
});

async function run(name: string): Promise<string> {
  return await reader.runProgram(await example(page, name, "js"), cwd);
}

async function runLines(name: string): Promise<string> {
  return await reader.run(await example(page, name));
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
  const { env } = reader;
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
