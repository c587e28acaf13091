import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
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
    x-project: { none: of a test }
    responses:
      "200":
        description: All pets.
        content: { application/json: { schema: { $ref: "#/Pets" } } }
Pets: { type: array, items: { type: string } }
`;

// Each run starts two child processes, which are slow on a busy machine.
let root: string;
const lines: string[] = [];
const errors: string[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "heddle-codegen-test-"));
  lines.length = 0;
  errors.length = 0;
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
  return run({
    args,
    cwd: join(root, "spec"),
    trustsCache: true,
    print: (line) => lines.push(line),
    printError: (line) => errors.push(line),
  });
}

const files = [
  "packages/server-kit/src/generated/pets/handlers.ts",
  "packages/server-kit/src/generated/pets/operations.ts",
  "packages/server-kit/src/generated/pets/routes.ts",
  "packages/server-kit/src/generated/pets/schemas.ts",
  "packages/types/src/generated/documents/pets.json",
  "packages/types/src/generated/pets.ts",
];

test("every service of the repository is generated, and a second run changes nothing", async () => {
  expect(await codegen()).toBe(0);
  const handlers = await readFile(join(root, files[0] ?? ""), "utf8");
  expect(handlers).toContain("export interface PetsHandlers<C");
  expect(await codegen()).toBe(0);
  expect(lines).toEqual([
    expect.stringMatching(/^pets: [1-9]\d* files changed$/),
    "pets: 0 files changed",
  ]);
  expect(await codegen("--check")).toBe(0);
});

test("a check lists what is missing, differs and is stale, and writes nothing", async () => {
  expect(await codegen("--check")).toBe(1);
  expect(lines).toEqual(expect.arrayContaining(files.map((file) => `missing: ${file}`)));
  expect(await readdir(root)).toEqual(["spec"]);
  await codegen();
  await rm(join(root, files[1] ?? ""));
  await put(files[2] ?? "", "// edited\n");
  await put("packages/types/src/generated/dogs.ts", "// of a removed service\n");
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

test("another person's document is generated into one folder", async () => {
  await put("spec/pets/paths.yaml", paths.replace(/ *x-.*\n/g, ""));
  expect(await codegen("--spec", "pets/openapi.yaml", "--out", "../out")).toBe(0);
  const operations = await readFile(join(root, "out/operations.ts"), "utf8");
  expect(operations).toContain('access: "public"');
  expect(operations).toContain("from ../spec/pets/openapi.yaml");
  const absolute = ["--spec", join(root, "spec/pets/openapi.yaml"), "--out", join(root, "out")];
  expect(await codegen(...absolute, "--check")).toBe(0);
});

test("an error in one document is shown with its place, and the other documents are written", async () => {
  await codegen();
  await put("spec/pets/paths.yaml", paths.replace("#/Pets", "#/Dogs"));
  await put("spec/dogs/openapi.yaml", spec.replace("paths.yaml", "../pets/dogs.yaml"));
  await put("spec/pets/dogs.yaml", paths);
  await put("packages/types/src/generated/cats.ts", "// of a removed service\n");
  lines.length = 0;
  expect(await codegen()).toBe(1);
  expect(errors).toEqual([
    expect.stringMatching(/^pets\/paths\.yaml:10:50: #\/pets\/get.*refers to #\/Dogs, but/),
    "pets: not generated",
  ]);
  expect(await readdir(join(root, "packages/server-kit/src/generated"))).toContain("dogs");
  // The files that the wrong document needs are not known.
  expect(await readdir(join(root, "packages/types/src/generated"))).toContain("cats.ts");
});

test("a document that breaks a lint rule is not written, and lint says why", async () => {
  const rules = "extends: [minimal]\nrules: { operation-description: error }\n";
  await put("spec/redocly.yaml", rules);
  expect(await codegen()).toBe(1);
  expect(errors.join()).toMatch(
    /spec\/pets\/paths\.yaml:2:3: Operation .*`description`.* \(operation-description\),pets/,
  );
  expect(errors.at(-1)).toBe("pets: not generated");
  expect(await readdir(root)).toEqual(["spec"]);
});

test("only outputs that are out of date are generated again", async () => {
  await mkdir(join(root, "node_modules"));
  expect(await codegen()).toBe(0);
  await put("spec/redocly.yaml", "extends: [minimal]\nrules: { operation-description: error }\n");
  expect(await codegen()).toBe(1);
  await put("spec/redocly.yaml", "extends: [minimal]\n");
  const file = files[0] ?? "";
  await put(file, "// edited\n");
  expect(await codegen("--check")).toBe(1);
  expect(lines).toContain(`differs: ${file}`);
  expect(await codegen()).toBe(0);
  await put("packages/types/src/generated/cats.ts", "// of a removed service\n");
  expect(await codegen("--check")).toBe(1);
  expect(lines).toContain("stale: packages/types/src/generated/cats.ts");
  expect(await codegen()).toBe(0);
  expect(lines.at(-1)).toBe("pets: 1 file changed");
});

/** Refuses a document with more files in its folder than a module in another folder says. */
const fewFiles = `
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { most } from "../bounds/most.mjs";

const rule = () => ({
  Root(_root, { location, report }) {
    const files = readdirSync(dirname(location.source.absoluteRef));
    if (files.length > most) report({ message: "too many: " + files.join(), location });
  },
});
export default () => ({ id: "test", rules: { oas3: { "few-files": rule } } });
`;

test("lint runs again for a new file beside a document, and for a module that a rule imports", async () => {
  await mkdir(join(root, "node_modules"));
  const rules =
    "extends: [minimal]\nplugins: [./lint/rules.mjs]\nrules: { test/few-files: error }\n";
  await put("spec/redocly.yaml", rules);
  await put("spec/lint/rules.mjs", fewFiles);
  await put("spec/bounds/most.mjs", "export const most = 2;\n");
  expect(await codegen()).toBe(0);
  await put("spec/pets/unused.yaml", "unused: {}\n");
  expect(await codegen()).toBe(1);
  expect(errors.join()).toContain("too many: openapi.yaml,paths.yaml,unused.yaml");
  await put("spec/bounds/most.mjs", "export const most = 3;\n");
  expect(await codegen()).toBe(0);
  await put("spec/bounds/most.mjs", "export const most = 1;\n");
  expect(await codegen()).toBe(1);
});

test("without a cache, everything is generated again", async () => {
  await put("node_modules/.cache", "a file where a folder is needed");
  expect(await codegen()).toBe(0);
  expect(await codegen()).toBe(0);
  expect(lines.at(-1)).toBe("pets: 0 files changed");
});

test("a run can write some outputs and leave the others as they are", async () => {
  await codegen();
  await rm(join(root, files[0] ?? ""));
  expect(await codegen("--only", "schemas,routes")).toBe(0);
  expect(lines.at(-1)).toBe("pets: 0 files changed");
  expect(await codegen("--only", "handlers")).toBe(0);
  expect(lines.at(-1)).toBe("pets: 1 file changed");
});

test("in another person's folder only generated files are removed", async () => {
  const stranger = ["--spec", "pets/openapi.yaml", "--out", "../out"];
  await codegen(...stranger);
  await put("out/client/dogs.ts", "/**\n * Generated by heddle-codegen from dogs.yaml.\n */\n");
  await put("out/client/mine.ts", "// written by hand\n");
  await put("out/notes.md", "# Notes\n");
  expect(await codegen(...stranger, "--check")).toBe(1);
  expect(lines).toContain("stale: client/dogs.ts");
  expect(await codegen(...stranger)).toBe(0);
  const left = await readdir(join(root, "out"), { recursive: true });
  expect(left).toEqual(expect.arrayContaining(["notes.md", join("client", "mine.ts")]));
  expect(left).not.toContain(join("client", "dogs.ts"));
});

test.each<[args: readonly string[], code: number, error: string]>([
  [["--verbose"], 2, "--verbose"],
  [["--spec", "none.yaml", "--out", "out"], 1, "none.yaml does not exist"],
  [["--spec", "pets", "--out", "out"], 1, "pets is a folder, not a file"],
  [
    ["--spec", "pets/openapi.yaml", "--out", "out", "--lint", "none.yaml"],
    2,
    "--lint: none.yaml does not exist",
  ],
  [["--spec", "pets/openapi.yaml", "--out", "redocly.yaml"], 1, "redocly.yaml/"],
  [["--spec", "pets/openapi.yaml", "--out", "redocly.yaml"], 1, "a file stands where a folder is"],
])("%j ends with %i", async (args, code, error) => {
  expect(await codegen(...args)).toBe(code);
  expect(errors.join()).toContain(error);
});

test("outside of a repository the error says what to do", async () => {
  await rm(join(root, "spec/redocly.yaml"));
  expect(await codegen()).toBe(2);
  expect(errors.join()).toContain("give --spec <file> --out <folder>");
});
