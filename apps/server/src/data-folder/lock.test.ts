import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DataFolderHeld, lockDataFolder, ownerOf } from "./lock.ts";
import { startHolder } from "./testing/holder-process.ts";

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "heddle-lock-"));
  folder = join(parent, "some", "data");
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

test("creates the folder for its owner only", () => {
  const lock = lockDataFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  lock.release();
});

test("a second process is refused at once, with the owner's id, start and address", async () => {
  const holder = await startHolder(folder, "http://127.0.0.1:4777");
  let error: unknown;
  let quickestMs = Number.POSITIVE_INFINITY;
  // Takes the quickest of four, because a busy machine can only slow an attempt down.
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const startedAt = performance.now();
    try {
      lockDataFolder(folder);
    } catch (e) {
      error = e;
    }
    quickestMs = Math.min(quickestMs, performance.now() - startedAt);
  }
  expect(quickestMs).toBeLessThan(2_000);
  expect(error).toBeInstanceOf(DataFolderHeld);
  const { message } = error as DataFolderHeld;
  for (const part of [String(holder.pid), hostname(), folder, "http://127.0.0.1:4777", "since 2"]) {
    expect(message).toContain(part);
  }
  expect(ownerOf(folder)).toMatchObject({ pid: holder.pid, address: "http://127.0.0.1:4777" });
  await holder.end();
});

test("a killed owner leaves no lock behind, and its card is ignored", async () => {
  const holder = await startHolder(folder);
  expect(ownerOf(folder)).toMatchObject({ pid: holder.pid });
  await holder.kill();
  expect(existsSync(join(folder, "owner.json"))).toBe(true);
  expect(ownerOf(folder)).toBeUndefined();
  const lock = lockDataFolder(folder);
  expect(ownerOf(folder)).toMatchObject({ pid: process.pid });
  lock.release();
});

test("an owner that ends leaves neither a lock nor a card", async () => {
  const holder = await startHolder(folder);
  await holder.end();
  expect(ownerOf(folder)).toBeUndefined();
  expect(readdirSync(folder)).toEqual(["lock.db"]);
});

test("when several processes start at once, exactly one gets the folder", async () => {
  const starts = await Promise.allSettled(Array.from({ length: 5 }, () => startHolder(folder)));
  const holders = starts.filter((start) => start.status === "fulfilled");
  expect(holders).toHaveLength(1);
  await holders[0]?.value.kill();
});

test("the same process cannot lock it twice, but can again after a release", () => {
  const lock = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(DataFolderHeld);
  // A failed attempt must not cost the first one its lock.
  expect(ownerOf(folder)).toMatchObject({ pid: process.pid });
  lock.release();
  lock.release();
  lockDataFolder(folder).release();
});

test("asking for the owner of a folder does not take the lock from the owner", async () => {
  const lock = lockDataFolder(folder);
  expect(ownerOf(folder)).toMatchObject({ pid: process.pid });
  await expect(startHolder(folder)).rejects.toThrow("could not take");
  lock.release();
});

test("a folder that is missing or unused has no owner", () => {
  expect(ownerOf(folder)).toBeUndefined();
  expect(ownerOf(parent)).toBeUndefined();
});

test("an owner whose card is damaged is still the owner", async () => {
  const holder = await startHolder(folder);
  writeFileSync(join(folder, "owner.json"), '{"pid":');
  expect(ownerOf(folder)).toBe("unknown");
  expect(() => lockDataFolder(folder)).toThrow(DataFolderHeld);
  await holder.end();
});
