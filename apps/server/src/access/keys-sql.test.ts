import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type TemporaryRecords,
  temporaryRecords,
} from "../store/records/testing/temporary-records.ts";
import { isKeyShaped, isSameHash, mintKey } from "./api-key.ts";
import { localKey } from "./first-key.ts";
import { Keys } from "./keys-sql.ts";

let records: TemporaryRecords;
let keys: Keys;
beforeEach(async () => {
  records = await temporaryRecords();
  keys = new Keys(records);
});
afterEach(() => records.close());

test("keys have the form that every version of the SDKs accepts, and differ", () => {
  const keys = Array.from({ length: 500 }, mintKey);
  for (const key of keys) {
    expect(key).toMatch(/^hd-[A-Za-z0-9]{40}$/);
    expect(isKeyShaped(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(500);
});

test("a key in the first form still works", async () => {
  const first = "8Qz_2aB-".repeat(6).slice(0, 43);
  await keys.create({ entity: "team", role: "write" }, first);
  expect(await keys.find(first)).toMatchObject({ entity: "team" });
});

test("only equal hashes compare as the same", () => {
  expect(isSameHash("00ff", "00ff")).toBe(true);
  expect(isSameHash("00ff", "00fe")).toBe(false);
  expect(isSameHash("00ff", "00")).toBe(false);
});

describe("a key", () => {
  test("is found by its own text only", async () => {
    const { key, id } = await keys.create({ entity: "team", role: "write" });
    const principal = { keyId: id, entity: "team", role: "write", userName: "team" };
    expect(await keys.find(key)).toEqual(principal);
    const swapped = `${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`;
    for (const wrong of [swapped, key.slice(1), `${key}A`, "", id, mintKey()]) {
      expect(await keys.find(wrong)).toBeUndefined();
    }
  });

  test("is not stored in any file", async () => {
    const { key } = await keys.create({ entity: "team", role: "read" });
    for (const suffix of ["", "-wal"]) {
      const bytes = await readFile(records.file + suffix);
      expect(bytes.includes(key)).toBe(false);
    }
  });

  test("writes under its user name if it has one", async () => {
    const { key } = await keys.create({ entity: "team", role: "read", userName: "ada" });
    expect(await keys.find(key)).toMatchObject({ userName: "ada" });
  });

  test("is not found after it is revoked; other keys are", async () => {
    const one = await keys.create({ entity: "team", role: "write" });
    const other = await keys.create({ entity: "team", role: "write" });
    expect(await keys.revoke(one.id)).toBe(true);
    expect(await keys.revoke(one.id)).toBe(false);
    expect(await keys.revoke("unknown")).toBe(false);
    expect(await keys.find(one.key)).toBeUndefined();
    expect(await keys.find(other.key)).toBeDefined();
    const revoked = (await keys.list()).map((row) => [row.id, row.revokedAt !== null]);
    expect(new Map(revoked as [string, boolean][])).toEqual(
      new Map([
        [one.id, true],
        [other.id, false],
      ]),
    );
  });

  test.each(["", "a/b", "-a", "a b", "ä", "a".repeat(129)])(
    "cannot have %j as its entity or user",
    async (entity) => {
      await expect(keys.create({ entity, role: "read" })).rejects.toThrow(RangeError);
      await expect(keys.create({ entity: "a", role: "read", userName: entity })).rejects.toThrow(
        RangeError,
      );
      expect(await keys.list()).toEqual([]);
    },
  );
});

test("an entity cannot have the name of a server path; a user can", async () => {
  for (const entity of ["docs", "calls", "feedback"]) {
    await expect(keys.create({ entity, role: "read" })).rejects.toThrow("own paths");
  }
  await keys.create({ entity: "team", role: "read", userName: "docs" });
});

describe("the first start", () => {
  test("makes an admin key for local, in a file that only its owner can read", async () => {
    const first = await localKey(keys, records.folder);
    expect(first).toMatchObject({ isNew: true, file: join(records.folder, "api-key") });
    expect(await readFile(join(records.folder, "api-key"), "utf8")).toBe(`${first?.key}\n`);
    expect((await stat(join(records.folder, "api-key"))).mode & 0o777).toBe(0o600);
    expect(await keys.find(first?.key ?? "")).toMatchObject({
      entity: "local",
      role: "admin",
      userName: "local",
    });
    expect(await localKey(keys, records.folder)).toEqual({ ...first, isNew: false });
  });

  test("begins again after a crash left the file but no key", async () => {
    await writeFile(join(records.folder, "api-key"), "left behind\n", { mode: 0o644 });
    const first = await localKey(keys, records.folder);
    expect(await keys.find(first?.key ?? "")).toBeDefined();
    expect((await stat(join(records.folder, "api-key"))).mode & 0o777).toBe(0o600);
  });

  test("makes no key if there are keys, and does not restore a revoked one", async () => {
    await keys.create({ entity: "team", role: "admin" });
    expect(await localKey(keys, records.folder)).toBeUndefined();
  });

  test("does not return a revoked key from the file", async () => {
    await localKey(keys, records.folder);
    const [row] = await keys.list();
    await keys.revoke(row?.id ?? "");
    expect(await localKey(keys, records.folder)).toBeUndefined();
  });
});
