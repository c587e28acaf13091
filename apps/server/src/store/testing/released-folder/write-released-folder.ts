/**
 * Makes a data folder of the present release, and records how the release answers reads of it, for
 * `store/upgrade.test.ts`. `npm run version` runs this. It does nothing if there is a folder with
 * the same schemas already.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../cli/run.ts";
import { recordedIo } from "../../../cli/testing/recorded-io.ts";
import { loadConfig, startServer } from "../../../index.ts";
import { recordSteps, traceSteps } from "../present-steps.ts";
import { releasedSteps } from "../released-steps.ts";
import { type Filled, fillFirst, fillRest } from "./fill.ts";
import { callsToChange } from "./fill-calls.ts";
import { promptId, promptTexts } from "./fill-contents.ts";
import { clientsAt, recordedText } from "./recorded-answers.ts";
import {
  folderOfRelease,
  type KeyName,
  pack,
  type RecordedAnswer,
  recordedFolders,
  type ThingsToChange,
  writeRecorded,
} from "./recorded-folder.ts";
import { requestsOf } from "./requests.ts";

const name = folderOfRelease();
if (recordedFolders().includes(name)) {
  console.log(`${name} is recorded already.`);
} else {
  await refuseUnreleased();
  const dataDir = mkdtempSync(join(tmpdir(), "heddle-released-"));
  try {
    await makeFolder(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

/** Such a folder would have steps that may still change. */
async function refuseUnreleased(): Promise<void> {
  const present = traceSteps().length + (await recordSteps()).length;
  const released = releasedSteps("traces").length + releasedSteps("records").length;
  if (present === released) return;
  throw new Error("A step of a schema is not released yet. `npm run version` releases it.");
}

async function makeFolder(dataDir: string): Promise<void> {
  const serve = (): ReturnType<typeof startServer> =>
    startServer(loadConfig({ flags: { "data-dir": dataDir, port: "0", log: "warn" }, env: {} }));
  const first = await serve();
  const keys = await mintKeys(dataDir);
  const contents = await fillFirst(clientsAt(first.url, keys));
  await first.close();
  const second = await serve();
  const filled = await fillRest(clientsAt(second.url, keys), contents);
  await second.close();
  pack(dataDir, name);

  const recording = await serve();
  const clients = clientsAt(recording.url, keys);
  const answers: RecordedAnswer[] = [];
  for (const request of requestsOf(filled)) {
    answers.push({ ...request, answer: await recordedText(clients, request) });
  }
  await recording.close();
  const remark =
    "Written by store/testing/released-folder/write-released-folder.ts. The keys open nothing " +
    "but the data folder in the archive of the same name.";
  writeRecorded(name, { remark, keys, toChange: thingsToChange(filled), answers });
}

/** Makes a key for each use; the first start has made the key of this machine. */
async function mintKeys(dataDir: string): Promise<Record<KeyName, string>> {
  const keys = {
    local: readFileSync(join(dataDir, "api-key"), "utf8").trim(),
    ada: await keyOf(dataDir, "local", "ada"),
    globex: await keyOf(dataDir, "globex", "grace"),
    revoked: await keyOf(dataDir, "local", "gone"),
  };
  await keysCommand(dataDir, "revoke", keys.revoked);
  return keys;
}

async function keyOf(dataDir: string, entity: string, user: string): Promise<string> {
  const args = ["--entity", entity, "--role", "write", "--user", user];
  return await keysCommand(dataDir, "create", ...args);
}

async function keysCommand(dataDir: string, ...args: readonly string[]): Promise<string> {
  const io = recordedIo(dataDir);
  const status = await run(["keys", ...args, "--data-dir", dataDir], io);
  if (status !== 0) throw new Error(io.errLines.join("\n"));
  return io.outLines.join("");
}

function thingsToChange({ main: { project_id, contents } }: Filled): ThingsToChange {
  const versions = contents?.objects[promptId] ?? [];
  const object = { object_id: promptId, versions, secondVersion: promptTexts[1] };
  return { project_id, ...callsToChange, ...object, table: contents?.tables[0] ?? "" };
}
