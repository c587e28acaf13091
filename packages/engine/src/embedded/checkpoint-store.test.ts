import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
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
afterEach(async () => {
  await store.close();
  remove();
});

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
  expect(readdirSync(store.directory)).toEqual([".lock", "m"]);
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
  await store.delete(state("a"));
  expect(await store.has(sampler)).toBe(true);
  expect(await store.has(state("a"))).toBe(false);
  await expect(store.write(state("a"), files, always)).rejects.toMatchObject({ kind: "conflict" });
});

it("does not show a deleted name whose files a crash has left, and clears them away when it opens again", async () => {
  await store.write(state("a"), files, always);
  await store.write(state("b"), files, always);
  mkdirSync(`${store.directory}/m/deleted-states`);
  writeFileSync(`${store.directory}/m/deleted-states/a`, "");
  mkdirSync(`${store.directory}/.partial-x`);
  expect(await store.listStates("m")).toEqual([state("b")]);
  await expect(store.read(state("a"), ["file"])).rejects.toMatchObject({ kind: "not_found" });
  await expect(store.delete(state("a"))).rejects.toMatchObject({ kind: "not_found" });
  await store.close();
  await store.open();
  expect(readdirSync(`${store.directory}/m/states`)).toEqual(["b"]);
  expect(readdirSync(store.directory)).toEqual([".lock", "m"]);
});

it("lets one of many who delete a name do it", async () => {
  await store.write(state("a"), files, always);
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => store.delete(state("a"))));
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  for (const outcome of outcomes.slice(1)) {
    expect(outcome).toMatchObject({ reason: { kind: "not_found" } });
  }
});

it("never gives a name away again that was deleted while it was being written", async () => {
  const first = store.write(state("a"), files, always);
  const second = store.write(state("a"), files, always);
  const deleted = store.delete(state("a"));
  const third = store.write(state("a"), files, always);
  const outcomes = await Promise.allSettled([first, second, deleted, third]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    "fulfilled",
    "rejected",
    "fulfilled",
    "rejected",
  ]);
});

it("finishes what is being written when it closes, and takes nothing more", async () => {
  const written = Promise.allSettled([store.write(state("a"), files, always)]);
  await store.close();
  const outcome = await written;
  expect(readdirSync(store.directory).filter((name) => name.startsWith("."))).toEqual([]);
  expect(await store.has(state("a"))).toBe(outcome[0].status === "fulfilled");
  await expect(store.write(state("b"), files, always)).rejects.toMatchObject({
    kind: "unavailable",
  });
});

it("does not take foreign files for states", async () => {
  await store.write(state("a"), files, always);
  writeFileSync(`${store.directory}/m/states/.DS_Store`, "");
  writeFileSync(`${store.directory}/m/states/README`, "");
  expect(await store.listStates("m")).toEqual([state("a")]);
});

it("says what is in the way, and what to do, where the file system fails", async () => {
  writeFileSync(`${store.directory}/file`, "");
  const inTheWay: CheckpointRef = { kind: "checkpoint", modelKey: "file", name: "a" };
  const failed = store.write(inTheWay, files, always);
  await expect(failed).rejects.toMatchObject({ kind: "unavailable" });
  await expect(failed).rejects.toThrow(/a file/u);
  const nowhere = new CheckpointStore(`${store.directory}/file/data`).open();
  await expect(nowhere).rejects.toMatchObject({ kind: "unavailable" });
});

it.each(["../x", "a/b", ".hidden", "", "x".repeat(201), "ä", "a\u0000b", "a\n"])(
  "refuses the name %j before it touches the disk",
  async (name) => {
    await expect(store.write(state(name), files, always)).rejects.toMatchObject({
      kind: "invalid",
    });
    await expect(store.listStates(name)).rejects.toMatchObject({ kind: "invalid" });
    expect(readdirSync(store.directory)).toEqual([".lock"]);
  },
);
