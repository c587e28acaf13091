import { mkdtemp, rename, rm, writeFile, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { UsageError } from "./options.ts";
import { watch } from "./watch.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "heddle-codegen-test-"));
});

afterEach(() => rm(folder, { recursive: true }));

test("every kind of change starts a run, and the signal ends the watch", async () => {
  const paths = ["a.yaml", "b.yaml", "later/c.yaml"].map((path) => join(folder, path));
  const [a = "", b = "", c = ""] = paths;
  await writeFile(a, "1");
  await writeFile(b, "1");
  const end = new AbortController();
  let runs = 0;
  let waits = 0;
  const run = (onFile: (path: string) => void): Promise<void> => {
    for (const path of paths) onFile(path);
    runs++;
    return Promise.resolve();
  };
  const watching = watch(run, { signal: end.signal, print: () => waits++, printError: () => {} });
  const afterRun = (count: number): Promise<void> =>
    vi.waitFor(() => expect([runs, waits]).toEqual([count, count]), { timeout: 120_000 });

  await afterRun(1);
  await writeFile(a, "two");
  await afterRun(2);
  await rm(b);
  await afterRun(3);
  await rename(a, b);
  await afterRun(4);
  await mkdir(join(folder, "later"));
  await writeFile(c, "1");
  await afterRun(5);
  await rm(join(folder, "later"), { recursive: true });
  await writeFile(join(folder, "later"), "a file where a folder was");
  await afterRun(6);
  end.abort();
  expect(await watching).toBe(0);
});

test("a change in the middle of a run starts another run", async () => {
  const path = join(folder, "a.yaml");
  const end = new AbortController();
  let runs = 0;
  const run = async (onFile: (path: string) => void): Promise<void> => {
    onFile(path);
    if (++runs === 1) await writeFile(path, "1");
    else end.abort();
  };
  expect(await watch(run, { signal: end.signal, print: () => {}, printError: () => {} })).toBe(0);
  expect(runs).toBe(2);
});

test("a fault of this program ends the watch", async () => {
  const run = (): Promise<void> => Promise.reject(new Error("a fault"));
  await expect(watch(run, { print: () => {}, printError: () => {} })).rejects.toThrow("a fault");
});

test("a file that the flags name may disappear and come back", async () => {
  const path = join(folder, "redocly.yaml");
  const end = new AbortController();
  const errors: string[] = [];
  let runs = 0;
  const run = async (onFile: (path: string) => void): Promise<void> => {
    runs++;
    if (runs === 2) throw new UsageError("redocly.yaml does not exist");
    onFile(path);
    if (runs === 1) await writeFile(path, "1");
    else end.abort();
  };
  const printError = (line: string): unknown => errors.push(line);
  const watching = watch(run, { signal: end.signal, print: () => {}, printError });
  await vi.waitFor(() => expect(errors).toEqual(["redocly.yaml does not exist"]), 120_000);
  await writeFile(path, "two");
  expect(await watching).toBe(0);
  expect(runs).toBe(3);
});
