import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeToOthers } from "./close-to-others.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-close-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function make(name: string, mode: number): string {
  const path = join(folder, name);
  writeFileSync(path, "");
  chmodSync(path, mode);
  return path;
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

test("files that an older release left open are closed, and returned once", () => {
  chmodSync(folder, 0o755);
  const files = ["records.db", "records.db-wal", "records.db-shm", "lock.db"].map((name) =>
    make(name, 0o644),
  );
  const key = make("api-key", 0o600);
  const traces = join(folder, "traces");
  mkdirSync(traces, { mode: 0o755 });
  const closed = closeToOthers(folder, join(folder, "records.db"));
  expect(new Set(closed)).toEqual(new Set([folder, traces, ...files]));
  expect([folder, traces].map(modeOf)).toEqual([0o700, 0o700]);
  expect([...files, key].map(modeOf)).toEqual(files.map(() => 0o600).concat(0o600));
  expect(closeToOthers(folder, join(folder, "records.db"))).toEqual([]);
});

test("records elsewhere are closed too, and files of other programs are left alone", () => {
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  const records = make("elsewhere.db", 0o640);
  const beside = make("data/notes.txt", 0o644);
  expect(closeToOthers(data, records)).toEqual([records]);
  expect([records, beside].map(modeOf)).toEqual([0o600, 0o644]);
});

test("a folder behind a link is closed, and a link in it is not followed", () => {
  const data = join(folder, "data");
  mkdirSync(data);
  chmodSync(data, 0o755);
  const target = make("target", 0o644);
  symlinkSync(target, join(data, "api-key"));
  const link = join(folder, "link");
  symlinkSync(data, link);
  expect(closeToOthers(link, join(link, "records.db"))).toEqual([data]);
  expect([data, target].map(modeOf)).toEqual([0o700, 0o644]);
});
