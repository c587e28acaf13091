import { existsSync, readdirSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";

import type { CheckpointRef, SamplerRef } from "../engine.ts";
import { CheckpointStore } from "./checkpoint-store.ts";
import { temporaryFolder } from "./testing/tiny-model.ts";

let store: CheckpointStore;
let remove: () => void;
beforeEach(async () => {
  const temporary = temporaryFolder();
  remove = temporary.remove;
  store = new CheckpointStore(`${temporary.folder}/deep/data`);
  await store.open();
});
afterEach(() => remove());

const state = (name: string): CheckpointRef => ({ kind: "checkpoint", modelKey: "m", name });
const files = [{ name: "file", bytes: Uint8Array.of(1, 2, 3) }];
const always = (): void => {};

it("gives back what was written", async () => {
  await store.write(state("a"), files, always);
  const [file] = await store.read(state("a"), ["file"]);
  expect([...(file?.bytes ?? [])]).toEqual([1, 2, 3]);
});

it("lets one of many writers of a name win", async () => {
  const writers = Array.from({ length: 8 }, () => store.write(state("a"), files, always));
  const outcomes = await Promise.allSettled(writers);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ kind: "conflict" });
  }
  expect(readdirSync(store.directory)).toEqual(["m"]);
});

it("leaves nothing behind when the last word is no", async () => {
  const refused = store.write(state("a"), files, () => {
    throw new Error("given up");
  });
  await expect(refused).rejects.toThrow("given up");
  expect(await store.listStates("m")).toEqual([]);
  await store.write(state("a"), files, always);
});

it("keeps states and samplers of one name apart, and both after one was deleted", async () => {
  const sampler: SamplerRef = { kind: "sampler", modelKey: "m", version: "a" };
  await store.write(state("a"), files, always);
  await store.write(sampler, files, always);
  await store.bury(state("a"));
  await store.delete(state("a"));
  expect(await store.has(sampler)).toBe(true);
  expect(await store.has(state("a"))).toBe(false);
  await expect(store.write(state("a"), files, always)).rejects.toMatchObject({ kind: "conflict" });
});

it("does not show what was buried when a crash left its files", async () => {
  await store.write(state("a"), files, always);
  await store.write(state("b"), files, always);
  await store.bury(state("a"));
  expect(existsSync(store.folderOf(state("a")))).toBe(true);
  expect(await store.listStates("m")).toEqual([state("b")]);
  await expect(store.read(state("a"), ["file"])).rejects.toMatchObject({ kind: "not_found" });
});

it.each(["../x", "a/b", ".hidden", "", "x".repeat(201), "ä", "a\u0000b", "a\n"])(
  "refuses the name %j before it touches the disk",
  async (name) => {
    await expect(store.write(state(name), files, always)).rejects.toMatchObject({
      kind: "invalid",
    });
    await expect(store.listStates(name)).rejects.toMatchObject({ kind: "invalid" });
    expect(readdirSync(store.directory)).toEqual([]);
  },
);
