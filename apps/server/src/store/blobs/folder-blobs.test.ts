import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Cancelled } from "../errors.ts";
import { nobodyLeaves } from "../testing/nobody-leaves.ts";
import { openFilesBelow } from "../testing/open-files.ts";
import { until } from "../traces/testing/until.ts";
import { BlobTooLarge } from "./blob-too-large.ts";
import type { Blobs } from "./blobs.ts";
import { openFolderBlobs } from "./folder-blobs.ts";

const hello = "uU0nuZNNPgilLlLX2n2rXsSE7XN6U4DukIj3rOLvzek";

let folder: string;
let blobs: Blobs;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "heddle-blobs-"));
  blobs = await openFolderBlobs(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function read(digest: string): Promise<string | undefined> {
  const blob = await blobs.open(digest, nobodyLeaves);
  if (blob === undefined) return undefined;
  const parts: Uint8Array[] = [];
  for await (const chunk of blob.stream) parts.push(chunk);
  const text = Buffer.concat(parts).toString();
  expect(Buffer.byteLength(text)).toBe(blob.size);
  return text;
}

const staged = (): Promise<string[]> => readdir(join(folder, "staging"));

describe("storing", () => {
  test("names contents as SDKs do, and returns them", async () => {
    const blob = await blobs.stage(chunks("hello", " ", "world"), { maxBytes: 11 });
    expect(blob).toMatchObject({ digest: hello, size: 11 });
    expect(await blobs.open(hello, nobodyLeaves)).toBeUndefined();
    await blob.commit();
    expect(await read(hello)).toBe("hello world");
    expect(await staged()).toEqual([]);
  });

  test("replaces + and / in the digest with X and Y", async () => {
    for (let i = 0; i < 200; i++) {
      const bytes = Buffer.from(`content ${i}`);
      const { digest } = await blobs.put(bytes);
      const base64 = createHash("sha256").update(bytes).digest("base64");
      expect(digest).toBe(base64.replace(/\+/g, "X").replace(/\//g, "Y").slice(0, 43));
    }
  });

  test("takes the same content several times, also at once", async () => {
    const puts = Array.from({ length: 20 }, () => blobs.put(Buffer.from("hello world")));
    const digests = (await Promise.all(puts)).map(({ digest }) => digest);
    expect(new Set(digests)).toEqual(new Set([hello]));
    expect(await read(hello)).toBe("hello world");
    expect(await staged()).toEqual([]);
  });

  test("takes an empty content", async () => {
    const { digest, size } = await blobs.put(new Uint8Array());
    expect(size).toBe(0);
    expect(await read(digest)).toBe("");
  });

  test("keeps contents over a restart, and removes staged ones", async () => {
    await blobs.put(Buffer.from("hello world"));
    await blobs.stage(chunks("half"), { maxBytes: 10 });
    expect(await staged()).toHaveLength(1);
    blobs = await openFolderBlobs(folder);
    expect(await staged()).toEqual([]);
    expect(await read(hello)).toBe("hello world");
  });

  test("discard leaves nothing", async () => {
    const blob = await blobs.stage(chunks("hello world"), { maxBytes: 100 });
    await blob.discard();
    expect(await staged()).toEqual([]);
    expect(await blobs.open(hello, nobodyLeaves)).toBeUndefined();
  });
});

describe("nothing stays of", () => {
  test("a content over the limit, whose rest is not read", async () => {
    let isAskedOn = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(8);
      yield Buffer.alloc(8);
      isAskedOn = true;
      yield Buffer.alloc(8);
    }
    await expect(blobs.stage(endless(), { maxBytes: 10 })).rejects.toThrow(BlobTooLarge);
    expect(isAskedOn).toBe(false);
    expect(await staged()).toEqual([]);
  });

  test("an upload whose client leaves", async () => {
    const leaving = new AbortController();
    async function* source(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("half");
      leaving.abort();
    }
    const stage = blobs.stage(source(), { maxBytes: 10, signal: leaving.signal });
    await expect(stage).rejects.toThrow(Cancelled);
    expect(await staged()).toEqual([]);
  });

  test("an upload that breaks off", async () => {
    async function* source(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("half");
      throw new RangeError("broken");
    }
    await expect(blobs.stage(source(), { maxBytes: 10 })).rejects.toThrow(RangeError);
    expect(await staged()).toEqual([]);
  });
});

describe("reading", () => {
  test.each([
    "unknown",
    "x".repeat(43),
    "../secret",
    `../../${"a".repeat(37)}`,
    `${"a".repeat(42)}/`,
    "",
  ])("finds nothing under %j", async (digest) => {
    await writeFile(join(folder, "secret"), "no");
    expect(await blobs.open(digest, nobodyLeaves)).toBeUndefined();
  });

  test("a large content comes in pieces", async () => {
    const bytes = Buffer.alloc(3 * 1024 * 1024 + 1, "abc");
    const { digest, size } = await blobs.put(bytes);
    expect(size).toBe(bytes.byteLength);
    const sizes: number[] = [];
    for await (const chunk of (await blobs.open(digest, nobodyLeaves))?.stream ?? []) {
      sizes.push(chunk.byteLength);
    }
    expect(sizes.reduce((sum, one) => sum + one, 0)).toBe(size);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256 * 1024);
  });

  test("ends when the client leaves, also while the client reads nothing", async () => {
    const { digest } = await blobs.put(Buffer.alloc(3 * 1024 * 1024, "abc"));
    const leaving = new AbortController();
    const blob = await blobs.open(digest, leaving.signal);
    const chunks = blob?.stream[Symbol.asyncIterator]();
    expect((await chunks?.next())?.done).toBe(false);
    expect(openFilesBelow(folder)).toHaveLength(1);
    leaving.abort();
    await until(() => openFilesBelow(folder).length === 0);
    await expect(chunks?.next()).rejects.toThrow(Cancelled);
    await expect(blobs.open(digest, leaving.signal)).rejects.toThrow(Cancelled);
    const late = new AbortController();
    const unread = await blobs.open(digest, late.signal);
    late.abort();
    await expect(unread?.stream[Symbol.asyncIterator]().next()).rejects.toThrow(Cancelled);
  });
});

describe("deleting", () => {
  test("deletes a content that is old enough, and keeps a younger one", async () => {
    const { digest } = await blobs.put(Buffer.from("hello world"));
    expect(await blobs.delete(digest, 60_000)).toBe(false);
    expect(await read(digest)).toBe("hello world");
    expect(await blobs.delete(digest, 0)).toBe(true);
    expect(await read(digest)).toBeUndefined();
    expect(await blobs.delete(digest, 0)).toBe(true);
  });

  test("a content that is stored a second time is young again", async () => {
    const { digest } = await blobs.put(Buffer.from("hello world"));
    const old = new Date(Date.now() - 3_600_000);
    await utimes(join(folder, digest.slice(0, 2), digest), old, old);
    await blobs.put(Buffer.from("hello world"));
    expect(await blobs.delete(digest, 60_000)).toBe(false);
  });

  test("never reaches beyond the contents", async () => {
    await writeFile(join(folder, "other"), "other");
    expect(await blobs.delete("../other", 0)).toBe(true);
    expect(await readdir(folder)).toContain("other");
  });
});

test.each([
  [{ offset: 0, length: 5 }, "hello"],
  [{ offset: 6, length: 5 }, "world"],
  [{ offset: 3, length: 0 }, ""],
])("reads the part %j alone", async (range, text) => {
  const { digest } = await blobs.put(Buffer.from("hello world"));
  const parts: Uint8Array[] = [];
  const blob = await blobs.open(digest, nobodyLeaves, range);
  for await (const bytes of blob?.stream ?? []) parts.push(bytes);
  expect([blob?.size, Buffer.concat(parts).toString()]).toEqual([11, text]);
});
