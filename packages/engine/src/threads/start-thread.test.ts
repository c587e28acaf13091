import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { startThread, threadFile } from "./start-thread.ts";

test("a thread is started from the file beside, with what it is given", async () => {
  const thread = startThread("./testing/echo-thread", import.meta.url, { workerData: "up" });
  expect(await once(thread, "message")).toEqual(["up"]);
  await once(thread, "exit");
});

test("a program that is given as text starts threads, too", () => {
  const module = JSON.stringify(new URL("./start-thread.ts", import.meta.url).href);
  const program = `
    import { startThread } from ${module};
    const options = { workerData: "up" };
    startThread("./testing/echo-thread", ${module}, options).on("message", console.log);
  `;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--disable-warning=ExperimentalWarning", "-e", program],
    { encoding: "utf8" },
  );
  expect({ stdout, stderr }).toEqual({ stdout: "up\n", stderr: "" });
});

test("as published the file is JavaScript, and where it is missing the error says what to do", () => {
  const bundle = new URL("./bundle.mjs", import.meta.url).href;
  expect(() => threadFile("./worker/engine-worker", bundle)).toThrow(
    expect.objectContaining({
      kind: "unsupported",
      message: expect.stringMatching(/engine-worker\.js is not there.*--external:@heddle\/engine/),
    }),
  );
});
