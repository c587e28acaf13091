import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { run } from "./run.ts";

const spec = `openapi: 3.1.1
info: { title: Pets, version: 1.0.0 }
servers: [{ url: http://127.0.0.1 }]
security: []
paths:
  /pets: { $ref: paths.yaml#/pets }
`;

const paths = `pets:
  get:
    operationId: pets.list
    summary: List pets
    x-access: read
    x-project: []
    responses:
      "200":
        description: All pets.
        content: { application/json: { schema: { $ref: "#/Pets" } } }
Pets: { type: array, items: { type: string } }
`;

// Each run starts two child processes, which take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let root: string;
const lines: string[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "heddle-codegen-test-"));
  lines.length = 0;
  await put("spec/redocly.yaml", "extends: [minimal]\n");
  await put("spec/pets/openapi.yaml", spec);
  await put("spec/pets/paths.yaml", paths);
});

afterEach(() => rm(root, { recursive: true }));

async function put(path: string, text: string): Promise<void> {
  await mkdir(join(root, path, ".."), { recursive: true });
  await writeFile(join(root, path), text);
}

function codegen(...args: string[]): Promise<number> {
  return run({ args, cwd: join(root, "spec"), print: (line) => lines.push(line) });
}

const files = [
  "packages/server-kit/src/generated/pets/handlers.ts",
  "packages/server-kit/src/generated/pets/operations.ts",
  "packages/server-kit/src/generated/pets/routes.ts",
  "packages/server-kit/src/generated/pets/schemas.ts",
  "packages/types/src/generated/documents/pets.json",
  "packages/types/src/generated/pets.ts",
];

test("every service of the repository is generated, and the second time changes nothing", async () => {
  expect(await codegen()).toBe(0);
  const handlers = await readFile(join(root, files[0] ?? ""), "utf8");
  expect(handlers).toContain("export interface PetsHandlers<C>");
  expect(await codegen()).toBe(0);
  expect(lines).toEqual(["pets: 6 files changed", "pets: 0 files changed"]);
  expect(await codegen("--check")).toBe(0);
});

test("a check lists what is missing, differs and is stale, and writes nothing", async () => {
  expect(await codegen("--check")).toBe(1);
  expect(lines.slice(0, -1)).toEqual(files.map((file) => `missing: ${file}`));
  await codegen();
  await rm(join(root, files[1] ?? ""));
  await put(files[2] ?? "", "// edited\n");
  await put("packages/types/src/generated/dogs.ts", "// of a service that is gone\n");
  lines.length = 0;
  expect(await codegen("--check")).toBe(1);
  expect(lines).toEqual([
    `differs: ${files[2]}`,
    `missing: ${files[1]}`,
    "stale: packages/types/src/generated/dogs.ts",
    "Generated files are out of date: run the generator.",
  ]);
  expect(await codegen()).toBe(0);
  expect(await codegen("--check")).toBe(0);
});

test("a document of a stranger goes into one folder", async () => {
  await put("spec/pets/paths.yaml", paths.replace(/ *x-.*\n/g, ""));
  expect(await codegen("--spec", "pets/openapi.yaml", "--out", "../out")).toBe(0);
  const operations = await readFile(join(root, "out/operations.ts"), "utf8");
  expect(operations).toContain('access: "public"');
  expect(operations).toContain("from pets/openapi.yaml");
});

test("what lint finds is shown with file and line, and nothing is written", async () => {
  await put("spec/pets/paths.yaml", paths.replace("#/Pets", "#/Dogs"));
  await expect(codegen()).rejects.toThrow(/paths\.yaml:\n +10:48 +error/);
  expect(await codegen("--check").catch(() => "refused")).toBe("refused");
});

test("outside of a repository it says what to do", async () => {
  await rm(join(root, "spec/redocly.yaml"));
  await expect(codegen()).rejects.toThrow("say --spec <file> --out <folder>");
});
