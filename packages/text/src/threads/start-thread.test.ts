import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { startThread, threadFile } from "./start-thread.ts";

test("a thread is started from the file beside, with what it is given", async () => {
  const thread = startThread("./testing/echo-thread", import.meta.url, { workerData: "up" });
  // A thread that has ended hands over its last message and its end in one go.
  const [message] = await Promise.all([once(thread, "message"), once(thread, "exit")]);
  expect(message).toEqual(["up"]);
});

const module = JSON.stringify(new URL("./start-thread.ts", import.meta.url).href);
const program = `
  import(${module}).then(({ startThread }) => {
    const options = { workerData: "up" };
    startThread("./testing/echo-thread", ${module}, options).on("message", console.log);
  });
`;

test.each([
  ["given as text", ["--input-type=module"]],
  ["given as text, the flag in two words", ["--input-type", "module"]],
  ["with a flag of V8", ["--expose-gc", "--max-old-space-size=300"]],
  ["given as text with flags of V8", ["--input-type=module", "--max-old-space-size=300"]],
])("a program %s starts threads, too", (_, flags) => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", ...flags, "-e", program],
    { encoding: "utf8" },
  );
  expect({ stdout, stderr }).toEqual({ stdout: "up\n", stderr: "" });
});

test("as published the file is JavaScript, and where it is missing the error says what to do", () => {
  const bundle = new URL("./bundle.mjs", import.meta.url).href;
  expect(() => threadFile("./worker/text-worker", bundle)).toThrow(
    expect.objectContaining({
      kind: "unsupported",
      message: expect.stringMatching(/text-worker\.js does not exist.*--external:@heddle\/\*/),
    }),
  );
});
