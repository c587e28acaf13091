import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterEach, expect, test, vi } from "vitest";
import { byteTokenizer } from "../tokenizer/testing/tokenizer-files.ts";
import type { TextRequest, TextTask } from "./protocol.ts";
import { textLimits } from "./text-limits.ts";
import { TextThread } from "./text-thread.ts";

afterEach(() => {
  vi.useRealTimers();
});

const request = (id: number, task: TextTask): TextRequest => ({
  kind: "task",
  id,
  modelId: "loom",
  task,
});
const rendering: TextTask = {
  name: "render",
  variables: { messages: [] },
  maxLength: 100,
  now: new Date(),
};

interface Heard {
  readonly thread: TextThread;
  readonly events: string[];
}

/** A thread whose clock stands still until the test moves it, and what is heard of it. */
function heardByHand(count: number, timeoutMs: number): Heard {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  return heard(count, timeoutMs);
}

/** A thread whose rendering takes `count` thousand rounds of a loop. */
function heard(count: number, timeoutMs: number): Heard {
  const limits = textLimits({ timeoutMs });
  const events: string[] = [];
  const thread = new TextThread(limits, {
    onReply: ({ id }) => events.push(`reply ${id}`),
    onDelay: () => events.push("delay"),
    onRecovery: () => events.push("recovery"),
    onEnd: ({ reason }) => events.push(`end: ${reason}`),
  });
  const chatTemplate = `{% for i in range(1000) %}{% for j in range(${count}) %}{% endfor %}{% endfor %}`;
  thread.post(request(1, { name: "load", files: { ...byteTokenizer(), chatTemplate } }));
  return { thread, events };
}

/** Waits in true time: `vi.waitUntil` would move the clock. */
async function until(
  events: readonly string[],
  event: string,
  meanwhile: () => unknown = () => undefined,
): Promise<void> {
  while (!events.includes(event)) {
    meanwhile();
    await sleep(1);
  }
}

test("work that takes more than half its time is a delay, and none any more when it ends", async () => {
  const { thread, events } = heardByHand(1_000, 700);
  await until(events, "reply 1");
  thread.post(request(2, rendering));
  // What the clock sees is as long ago as the clock says, however long it takes.
  await until(events, "delay", () => vi.advanceTimersByTime(35));
  await until(events, "reply 2");
  vi.advanceTimersByTime(35);
  expect(events).toEqual(["reply 1", "delay", "reply 2", "recovery"]);
  vi.advanceTimersByTime(10_000);
  expect(events).toHaveLength(4);
  await thread.terminate();
});

test("work that goes on beyond its time ends the thread", async () => {
  const { thread, events } = heard(100_000, 200);
  await until(events, "reply 1");
  thread.post(request(2, rendering));
  await until(events, "end: time");
  expect(events).toEqual(["reply 1", "delay", "end: time"]);
});

// Before Node 24.6, a thread does not tell its time.
test.skipIf(!("cpuUsage" in Worker.prototype))(
  "the time of a thread that other programs leave no processor does not count",
  async () => {
    const timeoutMs = 60_000;
    const { thread, events } = heardByHand(100_000, timeoutMs);
    await until(events, "reply 1");
    thread.post(request(2, rendering));
    await until(events, "delay", () => vi.advanceTimersByTime(1000));
    // A thread that does not answer is ended after twice its time: it has that long.
    for (let ms = 0; ms < timeoutMs; ms += 1000) {
      vi.advanceTimersByTime(1000);
      await sleep(1);
    }
    expect(events).toEqual(["reply 1", "delay"]);
    await thread.terminate();
  },
);
