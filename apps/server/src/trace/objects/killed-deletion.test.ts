import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ObjectScene } from "../testing/object-scene.ts";

const program = fileURLToPath(new URL("./testing/delete-until-killed.ts", import.meta.url));

let scene: ObjectScene;

beforeAll(async () => {
  scene = await ObjectScene.open();
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.enterNewProject();
  for (const val of ["0", "1", "2"]) {
    const { digest } = await scene.create("x", val);
    await scene.addTags("x", digest, "a", "b");
    await scene.setAliases("x", digest, `is-${val}`);
  }
});

/** Deletes in a process that is killed after some statements. Returns the last line that it printed. */
async function deleteAndKill(names: readonly string[], statements: number): Promise<string> {
  const { folder, file } = scene.stores.records;
  const places = [file, join(folder, "blobs"), scene.project_id];
  const child = spawn(process.execPath, [program, ...places, ...names], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let count = 0;
  let last = "";
  for await (const line of createInterface({ input: child.stdout })) {
    last = line;
    count += 1;
    if (line === "deleted" || count === statements) child.kill("SIGKILL");
    else child.stdin.write("\n");
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  expect(child.signalCode).toBe("SIGKILL");
  return last;
}

/** The versions with their labels, and what `latest` means. */
async function state(): Promise<unknown> {
  const versions = await scene.list({ include_tags_and_aliases: true });
  return versions.map(({ version_index, tags, aliases }) => ({ version_index, tags, aliases }));
}

const whole = [
  { version_index: 0, tags: ["a", "b"], aliases: ["is-0"] },
  { version_index: 1, tags: ["a", "b"], aliases: ["is-1"] },
  { version_index: 2, tags: ["a", "b"], aliases: ["latest", "is-2"] },
];

test.each([
  ["two versions", ["v0", "latest"], [{ ...whole[1], aliases: ["latest", "is-1"] }]],
  ["all versions", [], []],
] as const)("a kill while %s are deleted leaves all or nothing", async (_, names, left) => {
  for (let statements = 1; ; statements += 1) {
    const last = await deleteAndKill(names, statements);
    if (last === "deleted") {
      // Each statement of the deletion was the last one once.
      expect(statements).toBeGreaterThan(3);
      break;
    }
    expect(await state()).toEqual(whole);
  }
  expect(await state()).toEqual(left);
});
