import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { TextError } from "../errors.ts";
import { byteTokenizer } from "../tokenizer/testing/tokenizer-files.ts";
import { tokenBytes } from "../tokenizer/vocabulary.ts";
import type { TextFiles } from "./protocol.ts";
import type { TextLimits } from "./text-limits.ts";
import { TextWorker } from "./text-worker.ts";

// Writes the messages, and on request does what a template must not.
const template = `{%- for message in messages %}{{ message.role }}: {{ message.content }};{% endfor %}
{%- if harm is defined and harm == 'time' %}{% for i in range(100000) %}{% for j in range(100000) %}{% endfor %}{% endfor %}{% endif %}
{%- if harm is defined and harm == 'memory' %}{% set ns = namespace(x=[]) %}{% for i in range(100000) %}{% set ns.x = [ns.x, range(1000)] %}{% endfor %}{% endif %}`;

const model: TextFiles = { ...byteTokenizer(), chatTemplate: template, contextTokens: 4096 };
const messages = [{ role: "user", content: "Hi" }];
const endless = { messages, templateKwargs: { harm: "time" } };

const workers: TextWorker[] = [];

async function started(limits: Partial<TextLimits> = {}): Promise<TextWorker> {
  const worker = new TextWorker(limits);
  workers.push(worker);
  await worker.load("loom", model);
  return worker;
}

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.close()));
});

describe("what the worker does", () => {
  test("it encodes, decodes and renders as its parts do", async () => {
    const worker = await started();
    const tokens = await worker.encode("loom", "Hé<|im_end|>");
    expect([...tokens]).toEqual([0x48, 0xc3, 0xa9, 257]);
    expect(await worker.decode("loom", tokens)).toBe("Hé<|im_end|>");
    expect(await worker.decode("loom", tokens, { skipSpecialTokens: true })).toBe("Hé");
    const plain = await worker.encode("loom", "<|im_end|>", { recognisesSpecialTokens: false });
    expect(plain).toHaveLength(10);
    expect(await worker.render("loom", { messages })).toBe("user: Hi;");
  });

  test("a prompt is what the template writes, encoded", async () => {
    const worker = await started();
    const marked = [{ role: "user", content: "Hé<|im_end|>" }];
    const { text, tokens } = await worker.prompt("loom", { messages: marked });
    expect(text).toBe("user: Hé<|im_end|>;");
    expect(tokens).toEqual(await worker.encode("loom", text));
    const plain = { recognisesSpecialTokens: false };
    const unmarked = await worker.prompt("loom", { messages: marked }, plain);
    expect(unmarked.tokens).toEqual(await worker.encode("loom", text, plain));
    expect(unmarked.tokens.length).toBeGreaterThan(tokens.length);
    const now = new Date("2001-02-03T04:05:06Z");
    await worker.load("dated", { ...model, chatTemplate: "{{ strftime_now('%Y') }}" });
    expect((await worker.prompt("dated", { messages }, { now })).text).toBe("2001");
  });

  test("the vocabulary comes with the model", async () => {
    const vocabulary = await (await started()).load("loom", model);
    expect(vocabulary.size).toBe(260);
    expect(Buffer.from(tokenBytes(vocabulary, 257)).toString()).toBe("<|im_end|>");
    expect(vocabulary.endTokens).toEqual([257]);
  });

  test("odd text and odd names cross the threads", async () => {
    const worker = await started();
    const text = "a\ud800b";
    expect(await worker.decode("loom", await worker.encode("loom", text))).toBe("a\ufffdb");
    const odd = JSON.parse('[{"__proto__": 1, "role": "constructor", "content": "__proto__"}]');
    expect(await worker.render("loom", { messages: odd })).toBe("constructor: __proto__;");
  });

  test("several models do not mix, and one can take the place of another", async () => {
    const worker = await started();
    await worker.load("other", { ...model, chatTemplate: "other" });
    expect(await worker.render("loom", { messages })).toBe("user: Hi;");
    expect(await worker.render("other", { messages })).toBe("other");
    await worker.load("other", { ...model, chatTemplate: "newer" });
    expect(await worker.render("other", { messages })).toBe("newer");
    worker.unload("other");
    await expect(worker.render("other", { messages })).rejects.toMatchObject({ kind: "not_found" });
  });

  test("errors keep their kind, parameter and words", async () => {
    const worker = await started();
    await expect(worker.encode("nobody", "x")).rejects.toMatchObject({
      name: "TextError",
      kind: "not_found",
      message: expect.stringContaining("nobody"),
    });
    await expect(worker.decode("loom", Int32Array.of(9999))).rejects.toMatchObject({
      kind: "invalid",
      parameter: "tokens",
    });
    await expect(worker.load("bad", { ...model, tokenizerJson: "{" })).rejects.toMatchObject({
      kind: "invalid",
    });
    await expect(worker.render("bad", { messages })).rejects.toMatchObject({ kind: "not_found" });
  });

  test("values that cannot cross are refused", async () => {
    const worker = await started();
    const bad = worker.render("loom", { messages: [() => 1] });
    await expect(bad).rejects.toMatchObject({ kind: "invalid" });
    expect(await worker.render("loom", { messages })).toBe("user: Hi;");
  });
});

describe("limits", () => {
  test("a text that cannot fit the context is refused before it is encoded", async () => {
    const worker = await started();
    const refused = worker.encode("loom", "x".repeat(1_000_000));
    await expect(refused).rejects.toMatchObject({ kind: "invalid", parameter: "text" });
  });

  test("so is a prompt that cannot fit, once it is written", async () => {
    const worker = await started();
    const long = [{ role: "user", content: "x".repeat(1_000_000) }];
    await expect(worker.prompt("loom", { messages: long })).rejects.toMatchObject({
      kind: "invalid",
      parameter: "text",
      message: expect.stringContaining("The text has 1000007 characters"),
    });
    expect((await worker.prompt("loom", { messages })).tokens).toHaveLength(9);
  });

  test("a million characters are refused for any model, unless the operator allows them", async () => {
    const worker = await started();
    const { contextTokens: _, ...large } = model;
    await worker.load("large", large);
    const million = worker.encode("large", "x".repeat(1_000_000));
    await expect(million).rejects.toMatchObject({ kind: "invalid", parameter: "text" });
  });

  test("encoding that takes too long is given up", async () => {
    const worker = await started({ maxTextLength: 50_000_000 });
    const { contextTokens: _, ...large } = model;
    await worker.load("large", large);
    const long = worker.encode("large", "hello ".repeat(5_000_000));
    await expect(long).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringContaining("30000000 characters took longer than 1 s"),
    });
    expect(await worker.encode("large", "x")).toHaveLength(1);
    const said = [{ role: "user", content: "hello ".repeat(5_000_000) }];
    const wordy = worker.prompt("large", { messages: said });
    await expect(wordy).rejects.toMatchObject({ kind: "invalid" });
    expect(await worker.encode("large", "x")).toHaveLength(1);
  });

  test("more calls than may wait are refused with a time to wait", async () => {
    const worker = await started({ maxQueued: 3 });
    const calls = Array.from({ length: 3 }, () => worker.encode("loom", "x"));
    await expect(worker.encode("loom", "x")).rejects.toMatchObject({
      kind: "busy",
      retryAfterMs: 700,
    });
    await Promise.all(calls);
    expect(await worker.encode("loom", "x")).toHaveLength(1);
  });

  test("a template that writes too much is refused", async () => {
    const worker = await started({ maxRenderedLength: 100 });
    const long = [{ role: "user", content: "x".repeat(101) }];
    await expect(worker.render("loom", { messages: long })).rejects.toMatchObject({
      kind: "invalid",
    });
  });
});

test("limits that cannot be kept are refused", () => {
  for (const limits of [{ timeoutMs: 0 }, { maxQueued: Number.NaN }, { maxHeapMegabytes: 8 }]) {
    expect(() => new TextWorker(limits)).toThrow(Object.keys(limits)[0]);
  }
});

describe("one call that has to be killed", () => {
  test("a model that is unloaded meanwhile is not there afterwards", async () => {
    const worker = await started();
    await worker.load("other", model);
    const harm = worker.render("loom", endless);
    // The next thread has started by now, and has loaded it.
    await sleep(550);
    worker.unload("other");
    await expect(harm).rejects.toMatchObject({ kind: "invalid" });
    await expect(worker.encode("other", "x")).rejects.toMatchObject({ kind: "not_found" });
    expect(await worker.encode("loom", "x")).toHaveLength(1);
  });

  test("a template without end fails alone; every call before and behind it is answered", async () => {
    const worker = await started();
    const before = Array.from({ length: 10 }, (_, i) => worker.encode("loom", `before ${i}`));
    const harm = worker.render("loom", endless);
    const behind = Array.from({ length: 20 }, (_, i) => worker.encode("loom", `behind ${i}`));
    await expect(harm).rejects.toMatchObject({
      kind: "invalid",
      message: "Giving up: rendering the chat template took longer than 0.7 s.",
    });
    const texts = (tokens: Int32Array[]): string[] =>
      tokens.map((one) => Buffer.from(one).toString());
    expect(texts(await Promise.all(before))).toEqual(before.map((_, i) => `before ${i}`));
    expect(texts(await Promise.all(behind))).toEqual(behind.map((_, i) => `behind ${i}`));
  });

  test("several in a row fail each on its own account", async () => {
    const worker = await started();
    const harms = [worker.render("loom", endless), worker.render("loom", endless)];
    const good = worker.render("loom", { messages });
    const outcomes = await Promise.allSettled(harms);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await good).toBe("user: Hi;");
  });

  test("a template that fills the memory fails alone", async () => {
    const worker = await started({ maxHeapMegabytes: 32, timeoutMs: 30_000 });
    const harm = worker.render("loom", { messages, templateKwargs: { harm: "memory" } });
    const behind = worker.encode("loom", "behind");
    await expect(harm).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringContaining("more than 32 MB"),
    });
    expect(await behind).toHaveLength(6);
  });

  test("a tokenizer that cannot be loaded in time fails alone", async () => {
    const worker = await started({ loadTimeoutMs: 50 });
    const file = JSON.parse(model.tokenizerJson);
    for (let i = 0; i < 400_000; i++) file.model.vocab[`${i}a`] = 300 + i;
    const slow = worker.load("slow", { ...model, tokenizerJson: JSON.stringify(file) });
    await expect(slow).rejects.toMatchObject({
      message: expect.stringContaining("loading the tokenizer"),
    });
    await expect(worker.encode("slow", "x")).rejects.toMatchObject({ kind: "not_found" });
    expect(await worker.encode("loom", "x")).toHaveLength(1);
  });
});

describe("calls given up", () => {
  test("a call that waits is never begun, one that runs is not waited for", async () => {
    const worker = await started();
    const controller = new AbortController();
    const { signal } = controller;
    const running = worker.render("loom", endless, { signal });
    const waiting = Array.from({ length: 10 }, () => worker.render("loom", endless, { signal }));
    const kept = worker.encode("loom", "kept");
    controller.abort();
    for (const call of [running, ...waiting]) {
      await expect(call).rejects.toMatchObject({ kind: "cancelled" });
    }
    expect(await kept).toHaveLength(4);
    const late = worker.encode("loom", "x", { signal });
    await expect(late).rejects.toMatchObject({ kind: "cancelled" });
    const reason = new TextError("deadline", "Too late.");
    const timely = worker.encode("loom", "x", { signal: AbortSignal.abort(reason) });
    await expect(timely).rejects.toBe(reason);
  });

  test("closing ends what is under way", async () => {
    const worker = await started();
    const running = worker.render("loom", endless);
    const [outcome] = await Promise.all([running.catch((error: unknown) => error), worker.close()]);
    expect(outcome).toMatchObject({ kind: "unavailable" });
    await expect(worker.encode("loom", "x")).rejects.toMatchObject({ kind: "unavailable" });
  });

  test("neither an idle worker nor a closed one keeps the process alive", async () => {
    const path = new URL("./text-worker.ts", import.meta.url).href;
    const program = (end: string): string =>
      `import { TextWorker } from ${JSON.stringify(path)};
       const worker = new TextWorker();
       await worker.load("m", ${JSON.stringify(model)});
       const tokens = await worker.encode("m", "four");
       ${end}
       console.log(tokens.length);`;
    for (const end of ["", "await worker.close();"]) {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ["--input-type=module", "-e", program(end)],
        { timeout: 120_000 },
      );
      expect(stdout).toBe("4\n");
    }
  });
});
