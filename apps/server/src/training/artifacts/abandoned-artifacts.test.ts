import { afterEach, beforeEach, expect, test } from "vitest";
import { DoomedBlobs } from "../../store/doomed-blobs/doomed-blobs.ts";
import { nobodyLeaves } from "../../store/testing/nobody-leaves.ts";
import { traceRecords, type TraceRecords } from "../../trace/testing/trace-records.ts";
import { AbandonedArtifacts } from "./abandoned-artifacts.ts";
import { ArtifactNotFound } from "./artifact-refusals.ts";
import { Artifacts } from "./artifacts.ts";
import { insertArtifact } from "./artifacts-sql.ts";
import { newArtifact } from "./new-artifact.ts";
import { ProgramUploads } from "./program-uploads.ts";

const dayMs = 24 * 60 * 60 * 1000;
const keptDays = 7;

let stores: TraceRecords;
let artifacts: Artifacts;
let uploads: ProgramUploads;
let now: Date;
let told: object[];

beforeEach(async () => {
  stores = await traceRecords();
  now = new Date("2026-05-01T10:00:00Z");
  told = [];
  const { records, blobs, projects } = stores;
  const onDoomed = (): void => {};
  const options = { records, blobs, projects, maxFileBytes: 1024, onDoomed, now: () => now };
  artifacts = new Artifacts(options);
  uploads = new ProgramUploads(options);
});
afterEach(() => stores.records.close());

const place = {
  entity: "acme",
  project: "demo",
  type: "dataset",
  metadata: '{"n":1}',
  aliases: [],
};
const begin = async (name: string): Promise<{ id: string; version: number }> =>
  await artifacts.create(stores.requesterOf("acme").projects, { ...place, name }, undefined);
const beginByProgram = async (clientId: string) => {
  const known = { name: "program", digest: "0".repeat(32), clientId, dedupes: false };
  return await uploads.begin(stores.requesterOf("acme").projects, { ...place, ...known });
};

async function put(id: string, path: string, text: string): Promise<string> {
  const content = (async function* () {
    yield Buffer.from(text);
  })();
  const { blob } = await artifacts.putFile(id, { path, content, md5: undefined }, nobodyLeaves);
  return blob;
}

const exists = async (digest: string): Promise<boolean> =>
  (await stores.blobs.open(digest, nobodyLeaves)) !== undefined;

const passDays = (days: number): void => {
  now = new Date(now.getTime() + days * dayMs);
};

/** Looks for abandoned versions, and deletes the blobs that nobody names any more. */
async function sweep(): Promise<void> {
  const { records, blobs } = stores;
  const log = {
    info: (fields: object) => void told.push(fields),
    error: (fields: object) => expect.unreachable(String(Object.values(fields)[0])),
  };
  const doomed = new DoomedBlobs({ records, blobs, log, unusedMs: 0 });
  const onDoomed = (): void => doomed.sweep();
  const pendingMs = keptDays * dayMs;
  const abandoned = new AbandonedArtifacts({ records, log, pendingMs, onDoomed, now: () => now });
  abandoned.sweep();
  for (const sweeper of [abandoned, doomed]) {
    await sweeper.settled();
    await sweeper.close();
  }
}

test("a version that nobody committed goes with its files, and not before its time", async () => {
  const { id } = await begin("data");
  const blob = await put(id, "a", "never committed");
  passDays(keptDays);
  await sweep();
  expect(await exists(blob)).toBe(true);
  expect(await artifacts.read(id, nobodyLeaves)).toMatchObject({ state: "pending" });
  passDays(1);
  await sweep();
  expect(await exists(blob)).toBe(false);
  expect(told).toEqual([{ artifact: id }]);
  for (const ask of [
    () => artifacts.read(id, nobodyLeaves),
    () => artifacts.commit(id),
    () => put(id, "b", "too late"),
    () => uploads.commit(id, nobodyLeaves),
  ]) {
    await expect(ask()).rejects.toBeInstanceOf(ArtifactNotFound);
  }
  expect(await artifacts.projectOf(id)).toBeUndefined();
});

test("no version gets the number of an abandoned one", async () => {
  await begin("data");
  passDays(keptDays + 1);
  await sweep();
  expect(await begin("data")).toMatchObject({ version: 1 });
  expect(told).toHaveLength(1);
});

test("a committed version stays however old it is, and so does a content that it shares", async () => {
  const [kept, lost] = [await begin("data"), await begin("data")];
  const shared = await put(kept.id, "a", "shared");
  expect(await put(lost.id, "a", "shared")).toBe(shared);
  await artifacts.commit(kept.id);
  passDays(1000);
  await sweep();
  expect(await artifacts.read(kept.id, nobodyLeaves)).toMatchObject({ state: "committed" });
  expect(await exists(shared)).toBe(true);
  expect(told).toEqual([{ artifact: lost.id }]);
});

test("the manifest of a program goes too, and its upload can begin anew", async () => {
  const { id, version } = await beginByProgram("mine");
  const manifest = (async function* () {
    yield Buffer.from('{"contents":{}}');
  })();
  await uploads.putManifest(id, manifest, undefined, nobodyLeaves);
  const row = await stores.records.db
    .selectFrom("artifacts")
    .select("manifest_blob")
    .executeTakeFirstOrThrow();
  passDays(keptDays + 1);
  await sweep();
  expect(await exists(String(row.manifest_blob))).toBe(false);
  const anew = await beginByProgram("mine");
  expect(anew).toMatchObject({ state: "pending", version: version + 1 });
  expect(anew.id).not.toBe(id);
});

test("more than one page of them goes in one sweep", async () => {
  const requester = stores.requesterOf("acme");
  const project = requester.projects.writable("acme/demo");
  await stores.records.transaction(async (tx) => {
    const request = { ...place, name: "many" };
    for (let i = 0; i < 120; i++) await insertArtifact(tx, newArtifact(project, request, now));
  });
  passDays(keptDays + 1);
  await sweep();
  expect(told).toHaveLength(120);
});
