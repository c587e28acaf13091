import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { HeddleProcess } from "./testing/heddle-process.ts";

const page = new URL("../../../../docs/inference.md", import.meta.url);

test("the page's lines get an answer from the built-in model", async () => {
  const root = await mkdtemp(join(tmpdir(), "heddle-page-"));
  const heddle = new HeddleProcess(["start", "--data-dir", join(root, "data"), "--port", "0"]);
  try {
    const url = await heddle.listening();
    const lines = /<!-- ask -->\n```sh\n([^`]+)```/.exec(await readFile(page, "utf8"))?.[1];
    const { stdout } = await promisify(execFile)("/bin/sh", ["-ec", lines ?? ""], {
      env: {
        PATH: process.env["PATH"],
        OPENAI_BASE_URL: `${url}/v1`,
        OPENAI_API_KEY: (await readFile(join(root, "data/api-key"), "utf8")).trim(),
      },
    });
    expect(JSON.parse(stdout)).toMatchObject({
      model: "heddle/loom",
      choices: [{ message: { content: expect.stringMatching(/^Hello/) } }],
    });
  } finally {
    heddle.killGroup("SIGKILL");
    await heddle.exited();
    await rm(root, { recursive: true });
  }
});
