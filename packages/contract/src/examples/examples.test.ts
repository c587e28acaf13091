import { execFile } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { serve, type ServerType } from "@hono/node-server";
import { stubApp } from "@heddle/stub";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runServer, type RunningServer } from "../server/running-server.ts";
import { folder, listedExamples, missingLines, programs } from "./table.ts";

let server: RunningServer;
let stub: ServerType;

beforeAll(async () => {
  server = await runServer();
  stub = serve({ fetch: stubApp().fetch, hostname: "127.0.0.1", port: 0 });
  await once(stub, "listening");
});

afterAll(async () => {
  stub?.close();
  await server?.end();
});

function stubUrl(): string {
  const address = stub.address();
  if (address === null || typeof address === "string") throw new Error("the stub has no port");
  return `http://127.0.0.1:${address.port}`;
}

const examples = await listedExamples();

describe("the examples", () => {
  test("are all in the table of their README, and nothing else is", async () => {
    expect(examples.map(({ program }) => program).toSorted()).toEqual(await programs());
  });

  test.each(examples)("$program prints what the table says", async ({ program, needs, prints }) => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [folder + program], {
      cwd: folder,
      env: {
        PATH: process.env["PATH"],
        HEDDLE_BASE_URL: needs === "server" ? server.url : stubUrl(),
        HEDDLE_API_KEY: server.apiKey,
      },
    });
    expect(stderr).toBe("");
    expect(missingLines(prints, stdout), stdout).toEqual([]);
    expect(stdout.trim()).not.toBe("");
  });
});

describe("the suite notices a program that", () => {
  const prints = ["step <n>", "first page: <n>, more: …", "done."];

  test("differs, and passes a correct one", () => {
    expect(missingLines(prints, "step 1\nstep 2\nfirst page: 2, more: true\ndone.\n")).toEqual([]);
  });

  test.each<[string, string, string[]]>([
    ["leaves a line out", "step 1\nfirst page: 2, more: true\n", ["done."]],
    ["prints nothing in a place", "step \nfirst page: 2, more: true\ndone.", ["step <n>"]],
    ["prints more in a line", "step 1\nfirst page: 2, more: true\nall done.", ["done."]],
    ["prints another character for a dot", "step 1\nfirst page: 2, more: no\ndone!", ["done."]],
  ])("%s", (_name, output, missing) => {
    expect(missingLines(prints, output)).toEqual(missing);
  });
});
