import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Keys } from "../access/keys-sql.ts";
import { ownerOf } from "../data-folder/lock.ts";
import { startHolder } from "../data-folder/testing/holder-process.ts";
import { openRecords } from "../store/records/records.ts";
import { runKeys } from "./keys.ts";
import { recordedIo, type RecordedIo } from "./testing/recorded-io.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "heddle-cli-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Run extends RecordedIo {
  readonly status: number;
}

async function run(...args: string[]): Promise<Run> {
  const io = recordedIo("/", { HEDDLE_DATA_DIR: folder });
  return { ...io, status: await runKeys(args, io) };
}

async function find(key: string | undefined): Promise<unknown> {
  const records = await openRecords({ file: join(folder, "records.db"), migrate: false });
  try {
    return await new Keys(records).find(key ?? "");
  } finally {
    await records.close();
  }
}

describe("create", () => {
  test("prints a valid key, and nothing else, on standard output", async () => {
    const { status, outLines } = await run("create", "--entity", "team", "--role", "write");
    expect(status).toBe(0);
    expect(outLines).toHaveLength(1);
    expect(await find(outLines[0])).toMatchObject({
      entity: "team",
      role: "write",
      userName: "team",
    });
  });

  test("takes a user's name and the data folder from flags", async () => {
    const io = recordedIo(folder);
    const args = ["create", "--entity=team", "--role=read", "--user=ada", "--data-dir=."];
    expect(await runKeys(args, io)).toBe(0);
    expect(await find(io.outLines[0])).toMatchObject({ userName: "ada", role: "read" });
  });

  test.each([
    [["--role", "read"], "--entity is missing"],
    [["--entity", "a"], "--role is missing: give one of read, write, admin."],
    [["--entity", "a", "--role", "root"], '--role is "root", which is not one of'],
    [["--entity", "graphql", "--role", "read"], '--entity: "graphql" is the name of one'],
    [["--entity", "a/b", "--role", "read"], '--entity: "a/b" is not a name'],
    [["--entity", "a", "--role", "read", "--user", "ä"], '--user: "ä" is not a name'],
    [["--entity", "a", "--role", "read", "--usr", "b"], "Did you mean --user?"],
    [["--entity", "a", "--role", "read", "b"], 'takes no argument "b"'],
  ])("%j is refused in one line", async (args, message) => {
    const { status, outLines, errLines } = await run("create", ...args);
    expect({ status, outLines, lines: errLines.length }).toEqual({
      status: 1,
      outLines: [],
      lines: 1,
    });
    expect(errLines[0]).toContain(message);
  });
});

describe("list and revoke", () => {
  test("list shows when a key was created and revoked, and never the key itself", async () => {
    const { outLines } = await run("create", "--entity", "team", "--role", "write");
    const key = outLines[0] ?? "";
    const before = await run("list");
    const id = before.outLines[1]?.split(" ")[0] ?? "";
    expect(before.outLines[1]).toMatch(/^[0-9a-f]{12} {2}team {4}write {2}team {2}2.*Z {2}-$/);
    expect(before.outLines.join()).not.toContain(key);

    expect((await run("revoke", id)).status).toBe(0);
    expect(await find(key)).toBeUndefined();
    expect((await run("list")).outLines[1]).toMatch(/Z {2}2.*Z$/);

    const again = await run("revoke", id);
    expect(again.status).toBe(1);
    expect(again.errLines.join()).toContain("is already revoked");
  });

  test("revoke takes the key instead of its id, and does not print it", async () => {
    const { outLines } = await run("create", "--entity", "team", "--role", "write");
    const key = outLines[0] ?? "";
    const { status, errLines } = await run("revoke", key);
    expect(status).toBe(0);
    expect(errLines.join()).not.toContain(key);
    expect(await find(key)).toBeUndefined();
  });

  test.each([
    [[], "The id of the key is missing"],
    [["0123456789ab"], "There is no key 0123456789ab"],
    [["a", "b"], 'takes no argument "b"'],
  ])("revoke %j is refused", async (args, message) => {
    const { status, errLines } = await run("revoke", ...args);
    expect(status).toBe(1);
    expect(errLines.join()).toContain(message);
  });
});

test("all commands work while a server holds the folder, and do not take its lock", async () => {
  await run("list");
  const holder = await startHolder(folder);
  const { outLines } = await run("create", "--entity", "team", "--role", "write");
  expect(await find(outLines[0])).toBeDefined();
  expect((await run("list")).outLines).toHaveLength(2);
  expect((await run("revoke", outLines[0] ?? "")).status).toBe(0);
  expect(ownerOf(folder)).toMatchObject({ pid: holder.pid });
  await holder.end();
});

describe("refused", () => {
  test("a missing folder, which is not created", async () => {
    await rm(folder, { recursive: true });
    const { status, errLines } = await run("create", "--entity", "a", "--role", "read");
    expect(status).toBe(1);
    expect(errLines[0]).toContain(`There is no data folder at ${folder}`);
    expect(ownerOf(folder)).toBeUndefined();
  });

  test("records of a newer release", async () => {
    await run("list");
    const records = await openRecords({ file: join(folder, "records.db") });
    await sql`insert into kysely_migration (name, timestamp) values ('9001-x', '')`.execute(
      records.db,
    );
    await records.close();
    const { status, errLines } = await run("list");
    expect(status).toBe(1);
    expect(errLines[0]).toContain("9001");
  });

  test("records with an old schema while a server runs", async () => {
    const holder = await startHolder(folder);
    const { status, errLines } = await run("list");
    expect(status).toBe(1);
    expect(errLines[0]).toContain(`process ${holder.pid}`);
    await holder.end();
    expect((await run("list")).status).toBe(0);
  });

  test.each([
    [["crate"], "Did you mean npm run heddle -- keys create?"],
    [["constructor"], 'There is no command "constructor"'],
    [["list", "--port", "x"], "--port is"],
  ])("%j", async (args, message) => {
    const { status, errLines } = await run(...args);
    expect(status).toBe(1);
    expect(errLines.join()).toContain(message);
  });
});

test.each([["create"], ["list"], ["revoke"]])("%s has help", async (name) => {
  const { status, outLines } = await run(name, "--help");
  expect(status).toBe(0);
  expect(outLines[0]).toContain(`npm run heddle -- keys ${name}`);
});

test("prints the help: with status 1 without a command, with status 0 for --help", async () => {
  const [without, asked] = [await run(), await run("--help")];
  expect([without.status, asked.status]).toEqual([1, 0]);
  expect(without.outLines).toEqual(asked.outLines);
});
