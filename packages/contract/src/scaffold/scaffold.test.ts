import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { services } from "../spec/services.ts";
import { ScaffoldedBackend } from "./backend.ts";

let backend: ScaffoldedBackend;

beforeEach(() => {
  backend = new ScaffoldedBackend();
});

afterEach(() => {
  backend.remove();
});

test("a backend of all services compiles, starts and answers 501 everywhere", async () => {
  installTypes();
  expect(await backend.scaffold("backend")).toMatchObject({ status: 0 });
  backend.install();
  expect(await backend.build()).toEqual({ status: 0, output: "" });
  expect(await backend.test()).toMatchObject({ status: 0 });
  await backend.started(async (url) => {
    for (const { name, kitOperations, prefix } of services) {
      for (const { id, method, path } of kitOperations) {
        const address = url + prefix + path.replaceAll(/\{[^}]+\}/g, "x");
        const response = await fetch(address, { method: method.toUpperCase() });
        expect(`${name} ${id} ${response.status}`).toBe(`${name} ${id} 501`);
        expect(await response.text()).toContain("is not built yet");
      }
    }
  });
  expect((await backend.scaffold("backend")).output).toBe("backend has everything\n");
});

const pets = (paths: string, schemas: string = ""): string => `openapi: 3.1.1
info: { title: Pets, version: 1.0.0 }
paths:
${paths}
components:
  schemas:
    Pet: { type: object, required: [name], properties: { name: { type: string } } }
${schemas}`;

const list = `  /pets:
    get:
      operationId: pets.list
      responses:
        "200":
          description: All of them.
          content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Pet" } } } }`;

const gone = `
  /pets/{name}:
    delete:
      operationId: pets.delete
      parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
      responses: { "204": { description: Gone. } }`;

const added = `
    post:
      operationId: pets.create
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses: { "204": { description: Kept. } }
  /owners:
    get: { operationId: owners.list, responses: { "204": { description: Nobody. } } }`;

test("a backend of any document follows its edits, and hand-written code stays", async () => {
  const document = join(backend.parent, "pets.yaml");
  writeFileSync(document, pets(list + gone));
  expect(await backend.scaffold("backend", "--spec", "pets.yaml", "--name", "shop")).toMatchObject({
    status: 0,
  });
  backend.install();
  expect(await backend.build()).toEqual({ status: 0, output: "" });

  const file = "src/shop/pets.ts";
  const own = backend
    .read(file)
    .replace("import { notBuilt }", "import { notBuilt, reply }")
    .replace(
      'notBuilt("pets.list")',
      'async () =>\n    // By hand.\n    reply(200, [{ name: "Rex" }])',
    );
  backend.write(file, own);
  expect(await backend.build()).toEqual({ status: 0, output: "" });

  writeFileSync(document, pets(list + added));
  const { status, output } = await backend.scaffold("backend");
  expect({ status, output }).toEqual({
    status: 0,
    output: [
      "new    src/shop/owners.ts",
      "added  src/shop/handlers.ts: owners",
      "added  src/shop/pets.ts: pets.create",
      "gone   src/shop/pets.ts:10: pets.delete is not in the document any more",
      "backend: 1 new file, 2 added, 1 gone",
      "",
    ].join("\n"),
  });
  expect(backend.read(file).replace('  create: notBuilt("pets.create"),\n', "")).toBe(own);
  // The compiler says the same, at the same place.
  expect((await backend.build()).output).toMatch(
    /^src\/shop\/pets\.ts\(10,3\): .*'delete' does not exist/,
  );

  backend.write(file, backend.read(file).replace('  delete: notBuilt("pets.delete"),\n', ""));
  expect(await backend.build()).toEqual({ status: 0, output: "" });
  await backend.started(async (url) => {
    expect(await (await fetch(`${url}/pets`)).json()).toEqual([{ name: "Rex" }]);
    expect((await fetch(`${url}/pets`, { method: "POST" })).status).toBe(501);
    expect((await fetch(`${url}/owners`)).status).toBe(501);
  });
});

/** Links the documents of `npm install @heddle/types`, in a folder that has nothing else yet. */
function installTypes(): void {
  const types = dirname(createRequire(import.meta.url).resolve("@heddle/types/package.json"));
  mkdirSync(join(backend.parent, "node_modules", "@heddle"), { recursive: true });
  symlinkSync(types, join(backend.parent, "node_modules", "@heddle", "types"));
}
