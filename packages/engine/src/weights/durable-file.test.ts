import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { writeFileDurably } from "./durable-file.ts";
import { writtenFolder } from "./testing/written-folder.ts";

test("a file is written whole, over an old one, with nothing left beside it", () => {
  using folder = writtenFolder({ state: "the old and longer content" });
  writeFileDurably(join(folder.path, "state"), new TextEncoder().encode("new"));
  expect(readFileSync(join(folder.path, "state"), "utf8")).toBe("new");
  expect(readdirSync(folder.path)).toEqual(["state"]);
});

test("what cannot be written fails and leaves nothing behind", () => {
  using folder = writtenFolder({});
  mkdirSync(join(folder.path, "taken"));
  expect(() => writeFileDurably(join(folder.path, "taken"), new Uint8Array(1))).toThrow(
    /EISDIR|EPERM/u,
  );
  expect(() => writeFileDurably(join(folder.path, "no", "where"), new Uint8Array(1))).toThrow(
    /ENOENT/u,
  );
  expect(readdirSync(folder.path)).toEqual(["taken"]);
});
