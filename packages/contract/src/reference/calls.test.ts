import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { services } from "../spec/services.ts";

const pages = fileURLToPath(new URL("../../../../docs/reference/", import.meta.url));
const require = createRequire(import.meta.url);

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-reference-"));
  mkdirSync(join(folder, "node_modules", "@heddle"), { recursive: true });
  const client = dirname(require.resolve("@heddle/client/package.json"));
  symlinkSync(client, join(folder, "node_modules", "@heddle", "client"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** The calls of the client that the pages show, each in a function of its own. */
function shownCalls(): readonly string[] {
  const files = readdirSync(pages, { recursive: true, encoding: "utf8" }).sort();
  const texts = files
    .filter((file) => file.endsWith(".md"))
    .map((file) => readFileSync(join(pages, file), "utf8"));
  return texts.flatMap((text) =>
    [...text.matchAll(/^```ts\n([^]*?)^```/gm)].map(([, call = ""]) => call),
  );
}

/** The errors of the strict compiler. `body` stands for a body that is too long for its page. */
function compile(calls: readonly string[]): Promise<string> {
  const functions = calls.map(
    (call, index) => `export async function call${index}() {\n${call}}\n`,
  );
  const head =
    'import { Heddle } from "@heddle/client";\nconst heddle = new Heddle();\ndeclare const body: never;\n';
  writeFileSync(join(folder, "calls.ts"), head + functions.join(""));
  const compiler = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
  const flags = [
    "--noEmit",
    "--strict",
    "--module",
    "nodenext",
    "--target",
    "es2024",
    "--skipLibCheck",
  ];
  const args = [compiler, ...flags, "--lib", "es2024,dom,dom.asynciterable", "calls.ts"];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (_, stdout, stderr) => {
      resolve(stdout + stderr);
    });
  });
}

test("every operation's page shows a call that compiles", async () => {
  const calls = shownCalls();
  // A second spelling has no call of its own.
  const own = services
    .flatMap(({ kitOperations }) => kitOperations)
    .filter(({ compatOf }) => compatOf === undefined);
  expect(calls).toHaveLength(own.length);
  expect(await compile(calls)).toBe("");
  expect(await compile(["await heddle.trace.calls.read({ id: 7 });\n"])).toMatch(/error TS/);
});
