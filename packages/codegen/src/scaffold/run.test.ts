import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { UsageError } from "../cli/options.ts";
import { versions } from "./package-file.ts";
import { runScaffold } from "./run.ts";

let cwd = "";

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "heddle-scaffold-"));
});

afterEach(() => {
  rmSync(cwd, { recursive: true });
});

interface Run {
  readonly status: number;
  readonly lines: readonly string[];
}

async function scaffold(...args: readonly string[]): Promise<Run> {
  const lines: string[] = [];
  const status = await runScaffold({ args, cwd, print: (line) => lines.push(line) });
  return { status, lines };
}

function writeSpec(...ids: readonly string[]): void {
  const paths = ids.map((id) => {
    const operation = {
      operationId: id,
      tags: [id.split(".")[0]],
      responses: { "204": { description: "Done." } },
    };
    return [`/${id.replace(".", "")}`, { post: operation }];
  });
  const info = { title: "Pets", version: "1.0.0" };
  const document = { openapi: "3.1.1", info, paths: Object.fromEntries(paths) };
  writeFileSync(join(cwd, "pets.yaml"), JSON.stringify(document));
}

function read(file: string): string {
  return readFileSync(join(cwd, "backend", file), "utf8");
}

async function files(): Promise<string[]> {
  const entries = await readdir(join(cwd, "backend"), { recursive: true, withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile());
  return found.map(({ parentPath, name }) => join(parentPath, name).slice(cwd.length + 9)).sort();
}

test("a new backend for any document, and a second run that changes nothing", async () => {
  writeSpec("pets.list", "pets.create", "owners.list");
  const first = await scaffold("backend", "--spec", "pets.yaml", "--name", "shop");
  expect(first.status).toBe(0);
  expect(await files()).toEqual([
    ".gitignore",
    "README.md",
    "heddle-scaffold.json",
    "package.json",
    "src/app.test.ts",
    "src/app.ts",
    "src/context.ts",
    "src/generated/document.json",
    "src/generated/handlers.ts",
    "src/generated/operations.ts",
    "src/generated/reference.md",
    "src/generated/reference/owners.md",
    "src/generated/reference/pets.md",
    "src/generated/schemas.ts",
    "src/generated/types.ts",
    "src/main.ts",
    "src/shop/handlers.ts",
    "src/shop/owners.ts",
    "src/shop/pets.ts",
    "tsconfig.json",
  ]);
  expect(read("src/shop/pets.ts")).toBe(`import { notBuilt } from "@heddle/server-kit";
import type { ShopHandlers } from "../generated/handlers.ts";
import type { Context } from "../context.ts";

/** The handlers of pets. */
export const pets: ShopHandlers<Context>["pets"] = {
  list: notBuilt("pets.list"),
  create: notBuilt("pets.create"),
};
`);
  const before = await Promise.all((await files()).map(async (file) => [file, read(file)]));
  const second = await scaffold("backend");
  expect(second).toEqual({ status: 0, lines: ["backend has everything"] });
  const after = await Promise.all((await files()).map(async (file) => [file, read(file)]));
  expect(after).toEqual(before);
});

test("an edit of the document: new operations are added, removed ones are listed, the rest stays", async () => {
  writeSpec("pets.list", "pets.create");
  await scaffold("backend", "--spec", "pets.yaml");
  const mine = read("src/api/pets.ts").replace(
    'notBuilt("pets.list")',
    "async () => {\n    // Written by hand.\n    return reply(204);\n  }",
  );
  writeFileSync(join(cwd, "backend/src/api/pets.ts"), mine);
  writeSpec("pets.list", "pets.feed", "owners.list");
  const { lines } = await scaffold("backend");
  expect(lines).toEqual([
    "new    src/api/owners.ts",
    "added  src/api/handlers.ts: owners",
    "added  src/api/pets.ts: pets.feed",
    "gone   src/api/pets.ts:11: pets.create is not in the document any more",
    "backend: 1 new file, 2 added, 1 gone",
  ]);
  const now = read("src/api/pets.ts");
  expect(now.replace('  feed: notBuilt("pets.feed"),\n', "")).toBe(mine);
  expect(read("src/api/handlers.ts")).toContain('import { owners } from "./owners.ts";\n');
});

test("handlers that were moved are found by their import", async () => {
  writeSpec("pets.list");
  await scaffold("backend", "--spec", "pets.yaml");
  await mkdir(join(cwd, "backend/src/api/pets"));
  const moved = read("src/api/pets.ts").replace("const pets", "const petHandlers");
  writeFileSync(join(cwd, "backend/src/api/pets/handlers.ts"), moved);
  rmSync(join(cwd, "backend/src/api/pets.ts"));
  const index = read("src/api/handlers.ts")
    .replace('{ pets } from "./pets.ts"', '{ petHandlers } from "./pets/handlers.ts"')
    .replace("  pets,", "  pets: petHandlers,");
  writeFileSync(join(cwd, "backend/src/api/handlers.ts"), index);
  writeSpec("pets.list", "pets.create");
  const { lines } = await scaffold("backend");
  expect(lines).toEqual(["added  src/api/pets/handlers.ts: pets.create", "backend: 1 added"]);
});

/** Installs documents of the kit's services, each with one operation. */
async function installDocuments(...services: readonly string[]): Promise<void> {
  const types = join(cwd, "node_modules/@heddle/types");
  await mkdir(types, { recursive: true });
  const subpaths = services.map((name) => [`./documents/${name}.json`, `./${name}.json`]);
  const manifest = {
    name: "@heddle/types",
    version: "1.2.3",
    exports: Object.fromEntries(subpaths),
  };
  writeFileSync(join(types, "package.json"), JSON.stringify(manifest));
  const info = { title: "A service", version: "1.0.0" };
  const get = {
    operationId: "models.list",
    "x-access": "public",
    responses: { "204": { description: "." } },
  };
  const document = JSON.stringify({ openapi: "3.1.1", info, paths: { "/models": { get } } });
  for (const name of services) writeFileSync(join(types, `${name}.json`), document);
}

test("services come from the installed documents, and another one can be added later", async () => {
  await installDocuments("trace", "inference");
  await scaffold("backend", "--service", "trace");
  expect(await files()).toContain("src/trace/models.ts");
  expect(await files()).not.toContain("src/inference/models.ts");
  const app = read("src/app.ts");
  const { lines } = await scaffold("backend", "--service", "inference");
  expect(lines).toEqual([
    "new    src/inference/handlers.ts",
    "new    src/inference/models.ts",
    "paste  src/app.ts: it does not serve inference yet. Put in:",
    '         import { inferenceApp } from "@heddle/server-kit/inference";',
    '         import { inferenceHandlers } from "./inference/handlers.ts";',
    '         app.route("/inference/v1", inferenceApp(inferenceHandlers, options));',
    "backend: 2 new files, 1 to put in by hand",
  ]);
  expect(read("src/app.ts")).toBe(app);
  expect((await scaffold("backend")).lines).toEqual(["backend has everything"]);
});

describe("wrong use is refused, and nothing is written", () => {
  test.each([
    [[], "scaffold takes one folder, not 0"],
    [["a", "b"], "scaffold takes one folder, not 2"],
    [["a", "--spec", "pets.yaml", "--service", "trace"], "exclude each other"],
    [["a", "--name", "1x"], '--name: "1x" is not a valid name'],
    [["a", "--what"], "--what"],
    [["foreign"], "holds notes.txt and no heddle-scaffold.json"],
    [["backend", "--service", "trace"], "leave --service out"],
    [["backend", "--name", "other"], "leave --name out"],
    [["fresh"], "found no document of a service"],
  ])("%j", async (args, message) => {
    writeSpec("pets.list");
    await scaffold("backend", "--spec", "pets.yaml");
    await mkdir(join(cwd, "foreign"));
    writeFileSync(join(cwd, "foreign/notes.txt"), "mine");
    const before = await readdir(cwd, { recursive: true });
    const run = scaffold(...args);
    await expect(run).rejects.toThrow(UsageError);
    await expect(run).rejects.toThrow(message);
    expect(await readdir(cwd, { recursive: true })).toEqual(before);
  });

  test("an error in a document is reported with its place", async () => {
    writeFileSync(
      join(cwd, "pets.yaml"),
      "openapi: 3.1.1\ninfo: {title: P, version: '1'}\npaths: 7\n",
    );
    const { status, lines } = await scaffold("backend", "--spec", "pets.yaml");
    expect(status).toBe(1);
    expect(lines.join("\n")).toMatch(/^pets\.yaml:3:\d+: /);
    expect(await readdir(cwd)).toEqual(["pets.yaml"]);
  });
});

test("a folder with nothing but hidden files is empty", async () => {
  writeSpec("pets.list");
  await mkdir(join(cwd, "backend/.git"), { recursive: true });
  expect((await scaffold("backend", "--spec", "pets.yaml")).status).toBe(0);
});

test("a backend has the versions of this repository", () => {
  const file = new URL("../../../../pnpm-workspace.yaml", import.meta.url);
  const { catalog } = parse(readFileSync(file, "utf8")) as { catalog: Record<string, string> };
  for (const [name, version] of Object.entries(versions)) expect(catalog[name]).toBe(version);
});
