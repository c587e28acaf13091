import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { localKey } from "../access/first-key.ts";
import { Keys } from "../access/keys-sql.ts";
import { startHolder } from "../data-folder/testing/holder-process.ts";
import { openRecords } from "../store/records/records.ts";
import { checkNode } from "./check-machine.ts";
import { runDoctor } from "./doctor.ts";
import { recordedIo } from "./testing/recorded-io.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "heddle-doctor-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Report {
  readonly status: number;
  readonly text: string;
  readonly error: string;
}

async function examine(env: Record<string, string> = {}): Promise<Report> {
  const io = recordedIo("/", { HEDDLE_DATA_DIR: folder, HEDDLE_PORT: "0", ...env });
  const status = await runDoctor([], io);
  return { status, text: io.outLines.join("\n"), error: io.errLines.join("\n") };
}

async function startOnce(): Promise<void> {
  const records = await openRecords({ file: join(folder, "records.db") });
  await localKey(new Keys(records), folder);
  await records.close();
}

async function listening(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

test("after a start, nothing is wrong", async () => {
  await startOnce();
  const { status, text } = await examine();
  expect(text).toMatch(/^ok +Node\.js +2\d/m);
  expect(text).toMatch(/^ok +data folder .*writable/m);
  expect(text).toMatch(/^ok +owner +no server runs/m);
  expect(text).toMatch(/^ok +records +schema version \d+$/m);
  expect(text).toMatch(/^ok +keys +1 valid key, one of them in .*api-key/m);
  expect(text).toMatch(/^ok +models +the built-in model$/m);
  expect(text).toMatch(/No problems found\.$/);
  expect(status).toBe(0);
});

test("before the first start, nothing is wrong, and nothing is created", async () => {
  await rm(folder, { recursive: true });
  const { status, text } = await examine();
  expect(text).toMatch(/^note +data folder .*does not exist yet/m);
  expect(text).toMatch(/^note +records .*does not exist yet/m);
  expect(status).toBe(0);
  const again = await examine();
  expect(again.text).toMatch(/^note +data folder .*does not exist yet/m);
});

test("a running server is named, and its port is no problem", async () => {
  await startOnce();
  const { server, port } = await listening();
  const holder = await startHolder(folder, `http://127.0.0.1:${port}`);
  const { status, text } = await examine({ HEDDLE_PORT: String(port) });
  expect(text).toMatch(new RegExp(`^note +owner .*process ${holder.pid} .*:${port}`, "m"));
  expect(text).toMatch(/^note +port .*in use by the server that owns/m);
  expect(status).toBe(0);
  await holder.end();
  server.close();
});

test("a port that another program uses is wrong", async () => {
  const { server, port } = await listening();
  const { status, text } = await examine({ HEDDLE_PORT: String(port) });
  expect(text).toMatch(/^wrong +port .*in use by another program/m);
  expect(status).toBe(1);
  server.close();
});

test("an address of another machine is wrong", async () => {
  const { text, status } = await examine({ HEDDLE_HOST: "192.0.2.1" });
  expect(text).toMatch(/^wrong +port .*not an address of this machine/m);
  expect(status).toBe(1);
});

test("records of a newer release are wrong", async () => {
  await startOnce();
  const records = await openRecords({ file: join(folder, "records.db") });
  await sql`insert into kysely_migration (name, timestamp) values ('9001-x', '')`.execute(
    records.db,
  );
  await records.close();
  const { status, text } = await examine();
  expect(text).toMatch(/^wrong +records .*9001/m);
  expect(status).toBe(1);
});

test("a file in place of the data folder, and a key that others can read, are wrong", async () => {
  await startOnce();
  await chmod(join(folder, "api-key"), 0o644);
  expect((await examine()).text).toMatch(/^wrong +keys .*chmod 600/m);
  const file = join(folder, "file");
  await writeFile(file, "");
  expect((await examine({ HEDDLE_DATA_DIR: file })).text).toMatch(
    /^wrong +data folder .*not a folder/m,
  );
});

test("records without a valid key are wrong", async () => {
  await startOnce();
  const records = await openRecords({ file: join(folder, "records.db") });
  const [row] = await new Keys(records).list();
  await new Keys(records).revoke(row?.id ?? "");
  await records.close();
  expect((await examine()).text).toMatch(/^wrong +keys .*npm run heddle -- keys create/m);
  expect((await examine({ HEDDLE_AUTH: "off" })).text).toMatch(/^note +keys .*HEDDLE_AUTH is off/m);
});

test("a folder that others can enter is noted", async () => {
  await chmod(folder, 0o755);
  expect((await examine()).text).toMatch(/^note +data folder .*chmod 700/m);
});

test("a ClickHouse server that does not answer is wrong, and its password is not shown", async () => {
  const { server, port } = await listening();
  server.close();
  const { text } = await examine({ HEDDLE_TRACES_URL: `http://u:secret@127.0.0.1:${port}` });
  expect(text).toMatch(/^wrong +trace engine .*does not answer/m);
  expect(text).not.toContain("secret");
});

test("a TLS file that cannot be read is wrong", async () => {
  const { text } = await examine({ HEDDLE_TLS_CERT: "/no/c.pem", HEDDLE_TLS_KEY: "/no/k.pem" });
  expect(text).toMatch(/^wrong +TLS .*\/no\/c\.pem .*\/no\/k\.pem/m);
});

test("a wrong setting is reported in one line", async () => {
  const { status, text, error } = await examine({ HEDDLE_PORT: "x" });
  expect({ status, text }).toEqual({ status: 1, text: "" });
  expect(error).toMatch(/^heddle doctor: HEDDLE_PORT is "x".*$/);
});

test.each([
  ["22.18.0", "ok"],
  ["24.21.0", "ok"],
  ["22.17.9", "wrong"],
  ["20.19.0", "wrong"],
])("Node %s is %s", (version, verdict) => {
  expect(checkNode(version).verdict).toBe(verdict);
});

test("a model of the settings that cannot be served is a problem, a registered one a note", async () => {
  await startOnce();
  const models = [{ name: "gone", folder: join(folder, "gone"), addedS: 0 }];
  await writeFile(join(folder, "models.json"), JSON.stringify({ models }));
  const { status, text } = await examine({ HEDDLE_MODELS: "gpt=heddle/loom" });
  expect(text).toMatch(/^ok +models +2 names of models$/m);
  expect(text).toMatch(/^note +models +gone is not served: .*gone does not exist/m);
  expect(status).toBe(0);
  const wrong = await examine({ HEDDLE_MODELS: "gpt=gpt-4o" });
  expect(wrong.text).toMatch(/^wrong +models +HEDDLE_MODELS: gpt cannot stand for gpt-4o/m);
  expect(wrong.status).toBe(1);
});
