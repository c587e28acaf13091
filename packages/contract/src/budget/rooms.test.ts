import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { repository } from "../drift/tree-copy.ts";

const script = join(repository, ".ci/rooms.ts");

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "heddle-rooms-"));
  // The folders of the server without their files, since each row must have its folder.
  const source = join(repository, "apps/server/src");
  for (const entry of await readdir(source, { recursive: true, withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const folder = relative(source, join(entry.parentPath, entry.name));
    await mkdir(join(root, folder), { recursive: true });
  }
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), text);
}

/** The output of the gate; empty if it passes. */
async function check(): Promise<string> {
  const run = promisify(execFile)(process.execPath, [script, root]);
  return run.then(
    ({ stdout }) => stdout,
    (error: unknown) => {
      const { code, stdout = "" } = error as { code?: number; stdout?: string };
      // A gate that crashes has refused nothing.
      if (code !== 1 || stdout === "") throw error;
      return stdout;
    },
  );
}

test("a handler may import its domain, a domain its store, and the composition everything", async () => {
  await write("main.ts", 'import { Calls } from "./trace/calls/calls.ts";');
  await write("composition/a.ts", 'import { Calls } from "../trace/calls/calls.ts";');
  await write(
    "trace/calls/calls.ts",
    'import type { Traces } from "../../store/traces/traces.ts";',
  );
  await write("store/traces/traces.ts", 'import { fault } from "../fault.ts";');
  expect(await check()).toBe("");
});

test.each<[name: string, file: string, text: string]>([
  ["a store knows no resource", "store/traces/a.ts", 'import { b } from "../../trace/calls/b.ts";'],
  ["a store imports no type either", "store/a.ts", 'import type { B } from "../http/b.ts";'],
  ["a store exports nothing of HTTP", "store/a.ts", 'export { b } from "../http/b.ts";'],
  ["an import at run time counts too", "store/a.ts", 'const b = await import("../http/b.ts");'],
  [
    "an import over several lines counts too",
    "store/a.ts",
    'import {\n  one,\n  two,\n} from "../http/b.ts";',
  ],
  ["HTTP knows no resource", "http/a.ts", 'import { b } from "../trace/tables/b.ts";'],
  [
    "a room does not import the composition",
    "access/a.ts",
    'import { b } from "../composition/b.ts";',
  ],
  ["a room does not import the program", "access/a.ts", 'import { b } from "../main.ts";'],
])("%s", async (_, file, text) => {
  await write(file, text);
  expect(await check()).toContain(`${file} imports `);
});

test("a new resource of traces needs no row, and knows no other resource", async () => {
  await write("trace/notes/notes.ts", 'import { T } from "../../store/traces/tables/t.ts";');
  await write("trace/notes/read/a.ts", 'import { b } from "../notes.ts";');
  await write("trace/notes/handlers.ts", 'import { b } from "../uuid-v7.ts";');
  expect(await check()).toBe("");
  await write("trace/notes/b.ts", 'import { c } from "../calls/c.ts";');
  expect(await check()).toMatch(/trace\/notes\/b\.ts imports .* trace\/notes may import access, /);
  await write("trace/notes/b.ts", "");
  await write("trace/calls/b.ts", 'import { c } from "../notes/c.ts";');
  expect(await check()).toContain("trace/calls/b.ts imports trace/notes/c.ts.");
});

test.each<[folder: string, file: string]>([
  ["notes", "notes/read/a.ts"],
  ["side-doors/letters", "side-doors/letters/a.ts"],
  ["side-doors", "side-doors/a.ts"],
])("a folder without a row is named once, and its imports are not: %s", async (folder, file) => {
  const text = 'import { b } from "../http/b.ts";\nimport { c } from "../../trace/c.ts";';
  await write(file, text);
  await write(file.replace("a.ts", "b.ts"), text);
  await write("access/a.ts", `import { a } from "../${file}";`);
  const asked = "Add one to .ci/rooms/table.ts, with the folders that it may import.";
  expect(await check()).toBe(`${folder} has no row. ${asked}\n`);
});

test("a row names folders that exist", async () => {
  await rm(join(root, "trace/objects/builtin"), { recursive: true });
  expect(await check()).toBe(
    `${root}/trace/objects/builtin does not exist. Take it out of .ci/rooms/table.ts.\n`,
  );
});

test.each<[name: string, file: string, text: string]>([
  ["a statement", "trace/calls/a.ts", "const text = `SELECT id FROM calls`;"],
  ["the query builder", "access/a.ts", 'await db.insertInto("keys").execute();'],
])("%s stands in a file whose name says so", async (_, file, text) => {
  await write(file, text);
  expect(await check()).toContain(`${file} holds SQL`);
  await rm(join(root, file));
  await write(file.replace(".ts", "-sql.ts"), text);
  await write("store/a.ts", text);
  await write(
    "trace/b.ts",
    "/** What SELECT is, in words. */\n// INSERT INTO\nexport const one = 1;",
  );
  expect(await check()).toBe("");
});

test.each(["trace/calls/calls.ts", "access/a.ts", "trace/query/a.ts"])(
  "%s knows no HTTP error",
  async (file) => {
    const text =
      'import {\n  serialise,\n  type BadRequest as Wrong,\n} from "@heddle/server-kit/trace";';
    await write(file, text);
    expect(await check()).toContain(`${file} imports BadRequest`);
    await rm(join(root, file));
    for (const edge of ["trace/calls/handlers.ts", "http/a.ts", "trace/service/a.ts"]) {
      await write(edge, text);
    }
    await write(file, 'import { serialise } from "@heddle/server-kit";');
    expect(await check()).toBe("");
  },
);

test("tests may import everything", async () => {
  await write("store/a.test.ts", 'import { b } from "../http/b.ts";');
  await write("store/testing/a.ts", 'import { b } from "../../http/b.ts";');
  expect(await check()).toBe("");
});
