/** Checks that shipped code uses only features that every runtime has. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const source = import.meta.dirname;

async function shippedFiles(): Promise<readonly string[]> {
  const entries = await readdir(source, { recursive: true });
  return entries.filter(
    (name) => name.endsWith(".ts") && !/\.test(?:-d)?\.ts$|(?:^|\/)testing\//.test(name),
  );
}

test("shipped code uses no Node API and reads no environment variables", async () => {
  const files = await shippedFiles();
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const text = await readFile(join(source, file), "utf8");
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    expect(code, file).not.toMatch(/from "node:|require\(|\bprocess\.|\bBuffer\b|\bDeno\.|\bBun\./);
  }
});

test("shipped code imports the types and openapi-fetch, and nothing else", async () => {
  const modules = new Set<string>();
  for (const file of await shippedFiles()) {
    const text = await readFile(join(source, file), "utf8");
    for (const [, module = ""] of text.matchAll(/ from "([^".][^"]*)";$/gm)) modules.add(module);
  }
  expect([...modules].sort()).toEqual([
    "@heddle/types",
    "@heddle/types/inference",
    "@heddle/types/trace",
    "@heddle/types/training",
    "openapi-fetch",
  ]);
});
