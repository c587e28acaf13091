import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("./testing/full-disk.ts", import.meta.url));

/** Runs a shell line in its own mount namespace; its mounts end with it. */
function inOwnMounts(line: string): ReturnType<typeof spawnSync> {
  return spawnSync("unshare", ["--map-root-user", "--mount", "sh", "-c", line], {
    encoding: "utf8",
  });
}

const canMount = inOwnMounts("mount -t tmpfs none /mnt").status === 0;

test.skipIf(!canMount)("a full disk refuses writes, but only as long as it is full", () => {
  const folder = mkdtempSync(join(tmpdir(), "heddle-full-"));
  const mount = `mount -t tmpfs -o size=2m none '${folder}'`;
  const result = inOwnMounts(`${mount} && '${process.execPath}' '${script}' '${folder}'`);
  rmSync(folder, { recursive: true, force: true });
  expect(result.stderr).toBe("");
  expect(JSON.parse(String(result.stdout))).toEqual({
    filling: "Error",
    record: "DiskFull",
    blob: "DiskFull",
    "records read": ["before"],
    "blob read": 6,
    "record, with space": "done",
    "blob, with space": "done",
  });
});
