import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { repository } from "../drift/tree-copy.ts";

const script = join(repository, ".ci/package-rows.ts");
const folders = [
  "packages/codegen",
  "packages/types",
  "packages/client",
  "packages/server-kit",
  "packages/text",
  "packages/engine",
  "packages/contract",
  "apps/stub",
  "apps/server",
];

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "heddle-rows-"));
  for (const folder of folders) await write(folder, {});
});

afterEach(() => rm(root, { recursive: true, force: true }));

async function write(folder: string, members: object): Promise<void> {
  await mkdir(join(root, folder), { recursive: true });
  const name = `@heddle/${folder.split("/").at(-1)}`;
  await writeFile(join(root, folder, "package.json"), JSON.stringify({ name, ...members }));
}

/** The output of the gate; empty if it passes. */
function check(folder = root): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, folder], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(stdout === "" ? 0 : 1);
  return stdout;
}

test("the packages of this repository pass", () => {
  expect(check(repository)).toBe("");
});

test("the engine may import the text, and everything may be imported by the contract", async () => {
  await write("packages/engine", { dependencies: { "@heddle/text": "workspace:^" } });
  await write("packages/contract", { devDependencies: { "@heddle/server": "workspace:^" } });
  expect(check()).toBe("");
});

test.each(["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"])(
  "the text may not import the engine, nor by %s",
  async (kind) => {
    await write("packages/text", { [kind]: { "@heddle/engine": "workspace:^" } });
    expect(check()).toBe(
      "packages/text names packages/engine. It may import no other package (.ci/rooms/package-table.ts).\n",
    );
  },
);

test("a package from the registry is no matter of the table", async () => {
  await write("packages/text", { dependencies: { "@huggingface/jinja": "catalog:" } });
  expect(check()).toBe("");
});

test("a new package needs a row, and a row its package", async () => {
  await write("packages/new", {});
  await rm(join(root, "packages/types"), { recursive: true });
  expect(check()).toBe(
    "packages/types does not exist. Take it out of .ci/rooms/package-table.ts.\n" +
      "packages/new has no row. Add one to .ci/rooms/package-table.ts, with the packages that it may import.\n",
  );
});
