import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProjectId } from "../../access/project-id.ts";
import type { RequestProjects } from "../../access/request-projects.ts";
import { Missing } from "../../refusals/refusal.ts";
import { BlobTooLarge } from "../../store/blobs/blob-too-large.ts";
import { Cancelled } from "../../store/errors.ts";
import { digestOf } from "../digests/digest.ts";
import { testApp } from "../testing/test-app.ts";
import { traceRecords, type TraceRecords } from "../testing/trace-records.ts";
import { Files } from "./files.ts";
import { filesHandlers } from "./handlers.ts";

const project_id = "acme/p";

let stores: TraceRecords;
let projects: RequestProjects;
let project: ProjectId;
let files: Files;
let app: ReturnType<typeof testApp>;

beforeAll(async () => {
  stores = await traceRecords();
  ({ projects } = stores.requesterOf("acme"));
  project = projects.named(project_id).id;
  files = new Files({ ...stores, maxWaitMs: 1 });
  app = testApp({ files: filesHandlers(files) }, stores.requesterOf("acme"), stores.access);
});
afterAll(() => stores.records.close());

type Part = readonly [name: string, value: string | Blob];

function form(parts: readonly Part[]): FormData {
  const body = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === "string") body.append(name, value);
    else body.append(name, value, "name.bin");
  }
  return body;
}

async function store(...parts: readonly Part[]): Promise<Response> {
  // Encode the form first: undici's own form stream throws if it is cancelled before its end.
  const encoded = new Response(form(parts));
  return app.request("/file/create", {
    method: "POST",
    headers: { "content-type": encoded.headers.get("content-type") ?? "" },
    body: await encoded.arrayBuffer(),
  });
}

async function content(digest: string, of: string = project_id): Promise<Response> {
  const body = JSON.stringify({ project_id: of, digest });
  return app.request("/file/content", { method: "POST", body });
}

async function isStored(digest: string): Promise<boolean> {
  return (await content(digest)).status === 200;
}

const hello = "uU0nuZNNPgilLlLX2n2rXsSE7XN6U4DukIj3rOLvzek";

describe("storing", () => {
  it("answers with the digest of the bytes, and returns the bytes", async () => {
    const response = await store(["project_id", project_id], ["file", new Blob(["hello world"])]);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ digest: hello });
    const back = await content(hello);
    expect(back.headers.get("content-type")).toBe("application/octet-stream");
    expect(await back.text()).toBe("hello world");
  });

  it("accepts the parts in any order", async () => {
    const bytes = new Blob(["other order"]);
    const digest = digestOf("other order");
    const parts = [
      ["file", bytes],
      ["expected_digest", digest],
      ["project_id", project_id],
    ] as const;
    expect(await (await store(...parts)).json()).toEqual({ digest });
    expect(await isStored(digest)).toBe(true);
  });

  it("stores the same bytes once, under the first name", async () => {
    const parts = [
      ["project_id", project_id],
      ["file", new Blob(["twice"])],
    ] as const;
    const responses = await Promise.all([store(...parts), store(...parts), store(...parts)]);
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200]);
    const rows = await stores.records.db
      .selectFrom("files")
      .select(["name", "size_bytes"])
      .where("digest", "=", digestOf("twice"))
      .execute();
    expect(rows).toEqual([{ name: "name.bin", size_bytes: 5 }]);
  });

  it("keeps an empty file", async () => {
    const response = await store(["project_id", project_id], ["file", new Blob([])]);
    const { digest } = (await response.json()) as { digest: string };
    expect(digest).toBe(digestOf(""));
    expect((await (await content(digest)).arrayBuffer()).byteLength).toBe(0);
  });

  it("refuses another digest than the expected one, and stores nothing", async () => {
    const bytes = new Blob(["not expected"]);
    for (const expected of [
      [
        ["expected_digest", hello],
        ["project_id", project_id],
        ["file", bytes],
      ],
      [
        ["file", bytes],
        ["project_id", project_id],
        ["expected_digest", hello],
      ],
    ] as const) {
      const response = await store(...expected);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ error_type: "DigestMismatchError" });
    }
    expect(await isStored(digestOf("not expected"))).toBe(false);
  });

  it("refuses a form without its parts, and another entity's project", async () => {
    const bytes = new Blob(["nowhere"]);
    expect((await store(["file", bytes])).status).toBe(422);
    expect((await store(["project_id", project_id])).status).toBe(422);
    expect((await store(["project_id", "globex/p"], ["file", bytes])).status).toBe(404);
    expect((await store(["file", bytes], ["project_id", "globex/p"])).status).toBe(404);
    expect(await isStored(digestOf("nowhere"))).toBe(false);
  });

  it("refuses a file over the limit", async () => {
    const small = new Files({ ...stores, maxFileBytes: 10 });
    const part = { name: "file", fileName: "x", mediaType: "", content: chunks(3, 4) };
    const fields = { project_id };
    const body = {
      fields,
      files: (async function* () {
        yield part;
      })(),
    };
    await expect(small.create(projects, body, AbortSignal.abort())).rejects.toThrow(Cancelled);
    const again = {
      fields,
      files: (async function* () {
        yield { ...part, content: chunks(3, 4) };
      })(),
    };
    await expect(small.create(projects, again, new AbortController().signal)).rejects.toThrow(
      BlobTooLarge,
    );
  });
});

describe("reading", () => {
  it("answers 404 for an unknown file, and for a file of another project", async () => {
    await store(["project_id", project_id], ["file", new Blob(["hello world"])]);
    for (const response of [
      await content(digestOf("never stored")),
      await content(hello, "acme/elsewhere"),
      await content("../../api-key"),
    ]) {
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error_type: "NotFoundError" });
    }
  });
});

describe("reading a file that has not arrived yet", () => {
  const { signal } = new AbortController();
  const patient = () => new Files({ ...stores, maxWaitMs: 3_600_000 });

  it("waits for it", async () => {
    const files = patient();
    const digest = digestOf("on its way");
    const readings = [files.open(project, digest, signal), files.open(project, digest, signal)];
    await files.create(projects, upload("on its way"), signal);
    for (const reading of readings) expect((await reading).size).toBe("on its way".length);
  });

  it("finds what another server has stored meanwhile", async () => {
    const digest = digestOf("elsewhere");
    const reading = new Files({ ...stores, maxWaitMs: 200 }).open(project, digest, signal);
    await new Files(stores).create(projects, upload("elsewhere"), signal);
    expect((await reading).size).toBe("elsewhere".length);
  });

  it("stops waiting when its client leaves, and waits only for digests", async () => {
    const files = patient();
    const leaving = new AbortController();
    const reading = files.open(project, digestOf("never sent"), leaving.signal);
    leaving.abort();
    await expect(reading).rejects.toThrow(Cancelled);
    await expect(files.open(project, "no digest", signal)).rejects.toThrow(Missing);
  });

  function upload(text: string) {
    const content = (async function* () {
      yield Buffer.from(text);
    })();
    return {
      fields: { project_id },
      files: (async function* () {
        yield { name: "file", fileName: "x", mediaType: "", content };
      })(),
    };
  }
});

it("sums up the files of a project, each content once, by either path", async () => {
  const of = "acme/sums";
  const total = async (path: string): Promise<unknown> => {
    const body = JSON.stringify({ project_id: of });
    return (await app.request(path, { method: "POST", body })).json();
  };
  expect(await total("/files/query_stats")).toEqual({ total_size_bytes: 0 });
  for (const text of ["hello", "hello", "ä", ""]) {
    await store(["project_id", of], ["file", new Blob([text])]);
  }
  await store(["project_id", project_id], ["file", new Blob(["elsewhere"])]);
  for (const path of ["/files/query_stats", "/files/stats"]) {
    expect(await total(path)).toEqual({ total_size_bytes: 7 });
  }
});

it("never holds a whole file in memory, on the way in or out", async () => {
  const size = 200 * 1024 * 1024;
  const chunk = 64 * 1024;
  const boundary = "b".repeat(30);
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="project_id"\r\n\r\n${project_id}\r\n` +
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="big"\r\n\r\n`;
  const heldBefore = process.memoryUsage().arrayBuffers;
  let peak = 0;
  const measure = (): void => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers - heldBefore);
  };
  async function* body(): AsyncGenerator<Uint8Array, void> {
    yield Buffer.from(head);
    for await (const part of chunks(size / chunk, chunk)) {
      measure();
      yield part;
    }
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  const response = await app.request("/file/create", {
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: ReadableStream.from(body()),
    duplex: "half",
  });
  const { digest } = (await response.json()) as { digest: string };
  const back = await content(digest);
  const hash = createHash("sha256");
  let received = 0;
  for await (const part of back.body ?? []) {
    hash.update(part);
    received += part.byteLength;
    measure();
  }
  expect(received).toBe(size);
  const expected = createHash("sha256");
  for await (const part of chunks(size / chunk, chunk)) expected.update(part);
  expect(hash.digest("hex")).toBe(expected.digest("hex"));
  expect(peak).toBeLessThan(size / 2);
});

async function* chunks(count: number, size: number): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < count; at += 1) yield new Uint8Array(size).fill(at % 251);
}
