import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { md5 } from "../../training/artifacts/testing/artifact-client.ts";
import { JobsOfServer, lineOf } from "../../training/testing/jobs-of-server.ts";
import { pairs } from "../../training/testing/pairs.ts";
import { TrainingServer } from "../../training/testing/training-server.ts";

let server: TrainingServer;

beforeAll(async () => {
  server = await TrainingServer.start();
}, 120_000);
afterAll(() => server[Symbol.asyncDispose]());

type By = "acme" | "reader" | "elsewhere";

interface Files {
  readonly edges: [{ readonly node: { readonly uploadUrl: string; readonly directUrl: string } }];
}

/** The members of the answers that the tests read. */
interface Answer {
  readonly artifact: {
    readonly id: string;
    readonly state: string;
    readonly digest: string;
    readonly files: Files;
    readonly currentManifest: { readonly file: { readonly directUrl: string } };
  };
  readonly files: Files;
  readonly artifactManifest: { readonly file: { readonly uploadUrl: string } };
}

/** Sends a document, and returns its answer: the data of the only field, or the first error's text. */
async function asked(query: string, variables: object, by: By = "acme"): Promise<Answer> {
  const response = await fetch(`${server.url}/graphql`, {
    method: "POST",
    headers: { Authorization: `Basic ${btoa(`api:${server.keys[by]}`)}` },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as {
    readonly data?: Readonly<Record<string, unknown>>;
    readonly errors?: readonly { readonly message: unknown }[];
  };
  return (errors?.[0]?.message ?? Object.values(data ?? {})[0]) as Answer;
}

const create = `mutation CreateArtifact($input: CreateArtifactInput!) { createArtifact(input: $input) {
  artifact { id state artifactSequence { latestArtifact { id } } } } }`;
const createManifest = `mutation CreateArtifactManifest($id: ID!, $digest: String!) {
  createArtifactManifest(input: {artifactID: $id, name: "wandb_manifest.json", digest: $digest, type: FULL}) {
    artifactManifest { id file { id uploadUrl uploadHeaders } } } }`;
const createFiles = `mutation CreateArtifactFiles($files: [CreateArtifactFileSpecInput!]!) {
  createArtifactFiles(input: {artifactFiles: $files, storageLayout: V2}) { files { edges { node {
    storagePath uploadUrl uploadHeaders uploadMultipartUrls { uploadID } artifact { id } } } } } }`;
const commit = `mutation CommitArtifact($id: ID!) {
  commitArtifact(input: {artifactID: $id}) { artifact { id digest } } }`;
const byName = `query ArtifactByName($name: String!) { project(name: "demo", entityName: "acme") {
  artifact(name: $name) { id state versionIndex digest fileCount aliases { alias }
    currentManifest { file { directUrl } } files(first: 50) { edges { node { name directUrl } } } } } }`;

const inputOf = (name: string, text: string, more: object = {}) => ({
  entityName: "acme",
  projectName: "demo",
  artifactTypeName: "dataset",
  artifactCollectionName: name,
  digest: createHash("md5")
    .update(`wandb-artifact-manifest-v1\ntrain.jsonl:${md5(text)}\n`)
    .digest("hex"),
  digestAlgorithm: "MANIFEST_MD5",
  enableDigestDeduplication: true,
  aliases: [{ alias: "latest" }],
  ...more,
});

/** An address for the bytes of `train.jsonl`. */
async function fileAddress(id: string, text: string): Promise<string> {
  const files = [{ artifactID: id, name: "train.jsonl", md5: md5(text) }];
  const { files: made } = await asked(createFiles, { files });
  return made.edges[0].node.uploadUrl;
}

/** Uploads an artifact of one file, as the SDK does, and returns what `commit` answers. */
async function uploaded(name: string, text: string): Promise<Answer> {
  const { artifact } = await asked(create, { input: inputOf(name, text) });
  const put = async (url: string, body: string): Promise<void> => {
    expect((await fetch(url, { method: "PUT", body })).status).toBe(200);
  };
  await put(await fileAddress(artifact.id, text), text);
  const contents = { "train.jsonl": { digest: md5(text), size: text.length } };
  const manifest = JSON.stringify({ version: 1, contents });
  const sent = { id: artifact.id, digest: md5(manifest) };
  const { artifactManifest } = await asked(createManifest, sent);
  await put(artifactManifest.file.uploadUrl, manifest);
  return await asked(commit, { id: artifact.id });
}

const lines = pairs.map((pair) => `${lineOf(pair)}\n`).join("");

test("what the SDK uploads is read back by its addresses, and trained on", async () => {
  const { artifact } = await uploaded("data", lines);
  const { artifact: found } = await asked(byName, { name: "data:latest" });
  expect(found).toMatchObject({
    id: artifact.id,
    state: "COMMITTED",
    versionIndex: 0,
    digest: artifact.digest,
    aliases: [{ alias: "v0" }, { alias: "latest" }],
  });
  const [{ node }] = found.files.edges;
  expect(await (await fetch(node.directUrl)).text()).toBe(lines);
  const manifest = await fetch(found.currentManifest.file.directUrl);
  expect(await manifest.json()).toMatchObject({
    contents: { "train.jsonl": { digest: md5(lines), size: lines.length } },
  });
  const jobs = new JobsOfServer(server);
  const { id } = await jobs.model();
  const { body } = await server.ask("POST", "/preview/sft-training-jobs", {
    body: { model_id: id, training_data_url: "wandb-artifact:///acme/demo/data:v0" },
  });
  const job = await jobs.ended(String(body["id"]));
  expect(job).toMatchObject({ status: "succeeded", completed_sequences: pairs.length / 2 });
});

test("the same content is uploaded once", async () => {
  await uploaded("once", "one\n");
  const again = await asked(create, { input: inputOf("once", "one\n") });
  expect(again.artifact.state).toBe("COMMITTED");
  const other = await asked(create, { input: inputOf("once", "two\n") });
  expect(other.artifact.state).toBe("PENDING");
});

test("more bytes than a request without a key may send pass by an address", async () => {
  const long = `${"x".repeat(1_000_000)}\n`;
  expect(await uploaded("long", long)).toMatchObject({ artifact: { id: expect.any(String) } });
});

test("an address takes the bytes that it was made for alone, and works as it is alone", async () => {
  const { artifact } = await asked(create, { input: inputOf("strict", "right\n") });
  const url = await fileAddress(artifact.id, "right\n");
  expect((await fetch(url, { method: "PUT", body: "wrong\n" })).status).toBe(409);
  expect((await fetch(url)).status).toBe(404);
  const end = url.lastIndexOf(".");
  const forged = `${url.slice(0, end)}${url.slice(end).replaceAll(/[A-M]/g, "z")}`;
  expect((await fetch(forged, { method: "PUT", body: "right\n" })).status).toBe(404);
  expect(await asked(commit, { id: artifact.id })).toMatch(/has no manifest yet/);
});

test("readers and other entities upload nothing, and others see nothing", async () => {
  const { artifact } = await uploaded("own", "own\n");
  const input = inputOf("own", "theirs\n");
  for (const by of ["reader", "elsewhere"] as const) {
    expect(await asked(create, { input }, by), by).toEqual(expect.stringMatching(/./));
    const files = [{ artifactID: artifact.id, name: "train.jsonl", md5: md5("x") }];
    expect(await asked(createFiles, { files }, by), by).toEqual(expect.stringMatching(/./));
  }
  expect(await asked(byName, { name: "own" }, "elsewhere")).toBeNull();
  const byId = "query Q($id: ID!) { artifact(id: $id) { id } }";
  expect(await asked(byId, { id: artifact.id }, "elsewhere")).toBeNull();
  expect(await asked(byId, { id: artifact.id }, "reader")).toEqual({ id: artifact.id });
});
