import { mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { afterEach, beforeEach, expect, it } from "vitest";

import { DirectoryLock } from "./directory-lock.ts";
import { temporaryFolder } from "./testing/tiny-model.ts";

let folder: string;
let remove: () => void;
beforeEach(() => ({ folder, remove } = temporaryFolder()));
afterEach(() => remove());

const left = (changes: object): void => {
  const holder = { host: hostname(), pid: process.pid, process: "another start", id: "left" };
  writeFileSync(`${folder}/.lock`, JSON.stringify({ ...holder, ...changes }));
};

it("is had by one at a time, and by the next when it is released", async () => {
  const lock = await DirectoryLock.take(folder);
  const refused = DirectoryLock.take(folder);
  await expect(refused).rejects.toMatchObject({ kind: "conflict", parameter: "directory" });
  await expect(refused).rejects.toThrow(/this process/u);
  await lock.release();
  await lock.release();
  expect(readdirSync(folder)).toEqual([]);
  await (await DirectoryLock.take(folder)).release();
});

it("goes to one of many, however often they meet", async () => {
  for (let round = 0; round < 30; round += 1) {
    left({ pid: 2 ** 22 + 1 });
    const takers = Array.from({ length: 8 }, () => DirectoryLock.take(folder));
    const outcomes = await Promise.allSettled(takers);
    const taken = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(taken, `round ${round}`).toHaveLength(1);
    await taken[0]?.release();
    expect(readdirSync(folder)).toEqual([]);
  }
});

it("is taken where a process was killed while it cleared", async () => {
  left({ pid: 2 ** 22 + 1 });
  mkdirSync(`${folder}/.lock-clearing`);
  const longAgo = new Date(Date.now() - 120_000);
  utimesSync(`${folder}/.lock-clearing`, longAgo, longAgo);
  await (await DirectoryLock.take(folder)).release();
  expect(readdirSync(folder)).toEqual([]);
});

it.runIf(process.platform === "linux").each([
  ["a process that has ended", { pid: 2 ** 22 + 1 }],
  ["a process whose number this one has now", {}],
  ["another machine", { host: "elsewhere" }],
])("is taken over from %s", async (_, holder) => {
  left(holder);
  const lock = await DirectoryLock.take(folder);
  expect(readFileSync(`${folder}/.lock`, "utf8")).not.toContain("left");
  await lock.release();
});

it("is not taken from somebody who is just writing it, and is when the file is an old ruin", async () => {
  writeFileSync(`${folder}/.lock`, "{");
  await expect(DirectoryLock.take(folder)).rejects.toMatchObject({ kind: "conflict" });
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(`${folder}/.lock`, longAgo, longAgo);
  await (await DirectoryLock.take(folder)).release();
});
