/** `npm run spec:fix` writes the refusals that operations imply, and changes nothing else. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeEach, expect, test } from "vitest";
import { services } from "../spec/services.ts";

const spec = fileURLToPath(new URL("../../../../spec", import.meta.url));

const folder: string = await mkdtemp(join(tmpdir(), "heddle-spec-fix-"));

beforeEach(() => cp(spec, folder, { recursive: true, force: true }));

afterAll(() => rm(folder, { recursive: true, force: true }));

/** The output of the command for a folder of specs. */
async function fix(): Promise<string> {
  const script = join(spec, "fix", "fix.ts");
  return (await promisify(execFile)(process.execPath, [script, folder])).stdout;
}

async function pathFiles(): Promise<string[]> {
  const found = await Promise.all(
    services.map(async ({ name }) => {
      const files = await readdir(join(folder, name, "paths"));
      return files.map((file) => join(name, "paths", file));
    }),
  );
  return found.flat();
}

async function change(file: string, from: RegExp, to: string): Promise<string> {
  const path = join(folder, file);
  const text = await readFile(path, "utf8");
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  await writeFile(path, changed);
  return text;
}

test("a spec that is right stays as it is", async () => {
  expect(await fix()).toBe("");
});

test("every implied refusal is written again; comments and order of the rest stay", async () => {
  const before = new Map<string, string>();
  for (const file of await pathFiles()) {
    const text = await readFile(join(folder, file), "utf8");
    before.set(file, text);
    // These follow from the operation alone.
    const shared =
      /^ +"(?!402|502)\d{3}": \{ \$ref: \S+responses\.yaml#\/(?!DigestMismatch|InvalidOrRefused)\w+ \}\n/gm;
    await writeFile(join(folder, file), text.replaceAll(shared, ""));
  }
  const changes = (await fix()).trim().split("\n");
  expect(changes.length).toBeGreaterThan(600);
  for (const [file, text] of before) {
    expect(await readFile(join(folder, file), "utf8")).toBe(text);
  }
});

test.each<[name: string, file: string, from: RegExp, to: string]>([
  [
    "a refusal that is not implied",
    "trace/paths/service.yaml",
    /^( +)"403": .*\n/m,
    '$&$1"415": { $ref: ../responses.yaml#/UnsupportedMediaType }\n',
  ],
  [
    "the refusal of another kind of thing",
    "training/paths/models.yaml",
    /responses\.yaml#\/ModelNotFound/,
    "responses.yaml#/ArtifactNotFound",
  ],
])("%s is replaced by the implied refusals", async (_, file, from, to) => {
  const right = await change(file, from, to);
  expect(await fix()).toContain(file);
  expect(await readFile(join(folder, file), "utf8")).toBe(right);
});

test("if two things may be missing, a person must write the refusal", async () => {
  const file = "training/paths/sft-training-jobs.yaml";
  await change(file, /^( +)"404":\n(?:\1 .*\n)+/m, "");
  const text = await readFile(join(folder, file), "utf8");
  expect(await fix()).toMatch(
    /sftTrainingJobs\.create: 404 is ModelNotFound and ArtifactNotFound here: .* Write it by hand\./,
  );
  expect(await readFile(join(folder, file), "utf8")).toBe(text);
});
