import { expect, test, vi } from "vitest";
import { byteTokenizer } from "../tokenizer/testing/tokenizer-files.ts";
import { TextWorker } from "./text-worker.ts";

const { startsMs } = vi.hoisted(() => ({ startsMs: [] as number[] }));
vi.mock(import("../threads/start-thread.ts"), async (original) => {
  const module = await original();
  return {
    ...module,
    startThread: (...given: Parameters<typeof module.startThread>) => {
      startsMs.push(performance.now());
      return module.startThread(...given);
    },
  };
});

const chatTemplate =
  "{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}";

test("the thread that stands in has started well before it is needed, and no other starts", async () => {
  const worker = new TextWorker({ timeoutMs: 700 });
  await worker.load("loom", { ...byteTokenizer(), chatTemplate });
  const harm = worker.prompt("loom", { messages: [] });
  const behind = worker.encode("loom", "behind");
  await expect(harm).rejects.toMatchObject({
    kind: "invalid",
    message: "Giving up: rendering the chat template took longer than 0.7 s.",
  });
  expect(performance.now() - startsMs[1]!).toBeGreaterThan(250);
  expect(await behind).toHaveLength(6);
  expect(startsMs).toHaveLength(2);
  await worker.close();
});
