import { spawnSync, type SpawnSyncReturns } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { program } from "./testing/heddle-process.ts";
import { refusal, saidByBoth, UnfriendlyMachine } from "./testing/unfriendly-machine.ts";

let machine: UnfriendlyMachine;
beforeEach(() => {
  machine = new UnfriendlyMachine();
});
afterEach(() => machine.remove());

/** Root may do everything, so root runs the tests as the user nobody. */
const nobody = process.getuid?.() === 0 ? 65_534 : undefined;
const canRun =
  nobody === undefined ||
  spawnSync(process.execPath, [program, "--version"], { uid: nobody, gid: nobody }).status === 0;

/** Creates a folder of the user that the server runs as. */
function ownFolder(path: string, mode: number): void {
  mkdirSync(path);
  if (nobody !== undefined) chownSync(path, nobody, nobody);
  chmodSync(path, mode);
}

async function refused(...flags: readonly string[]): Promise<string> {
  return saidByBoth(await refusal(machine, ["--port", "0", ...flags], nobody));
}

test.runIf(canRun)("a folder that this user may not write", async () => {
  ownFolder(machine.dataDir, 0o500);
  expect(await refused()).toMatch(/data is not writable by this user\. .*--data-dir/);
});

test.runIf(canRun)("a folder that this user may not create", async () => {
  ownFolder(machine.path("closed"), 0o500);
  machine.dataDir = machine.path("closed", "data");
  expect(await refused()).toMatch(/cannot be created: .*closed is not writable by this user/);
});

test.runIf(canRun)("another user's folder, however open it is", async () => {
  machine.dataDir = nobody === undefined ? "/" : machine.path("of-root");
  if (nobody !== undefined) mkdirSync(machine.dataDir);
  if (nobody !== undefined) chmodSync(machine.dataDir, 0o777);
  expect(await refused()).toMatch(/belongs to another user \(0\)\. .*--data-dir/);
});

test.runIf(canRun)("a certificate's key that this user may not read", async () => {
  ownFolder(machine.path("own"), 0o700);
  machine.dataDir = machine.path("own", "data");
  const key = machine.path("key.pem");
  writeFileSync(key, "", { mode: 0o000 });
  const said = await refused("--tls-cert", key, "--tls-key", key);
  expect(said).toMatch(/EACCES.*key\.pem.*this user can read/);
});

test.runIf(canRun && nobody !== undefined)("a folder with files of root", async () => {
  ownFolder(machine.dataDir, 0o700);
  writeFileSync(machine.path("data", "records.db"), "", { mode: 0o600 });
  expect(await refused()).toMatch(/This user cannot read and write .*records\.db\. .*chown -R/);
});

/** Runs a shell line in its own mount namespace; its mounts end with it. */
function inOwnMounts(line: string): SpawnSyncReturns<string> {
  return spawnSync("unshare", ["--map-root-user", "--mount", "sh", "-c", line], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] },
  });
}

const canMount = inOwnMounts("mount -t tmpfs none /mnt").status === 0;

test.runIf(canMount).each([
  ["a full disk", "size=1m", /The disk of .*data is full: \d+ MiB are free\. Make room/],
  ["a read-only disk", "ro", /is on a disk that is mounted read-only\. .*--data-dir/],
])("%s", (_name, option, says) => {
  const [start, doctor] = ["start", "doctor"].map((command) =>
    inOwnMounts(
      `mount -t tmpfs -o ${option} none '${machine.folder}' && ` +
        `'${process.execPath}' '${program}' ${command} --port 0 --data-dir '${machine.dataDir}'`,
    ),
  );
  expect([start?.status, doctor?.status]).toEqual([1, 1]);
  const said = { start: start?.stderr ?? "", doctor: doctor?.stdout ?? "" };
  expect(saidByBoth(said)).toMatch(says);
});
