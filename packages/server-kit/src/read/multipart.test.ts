import { connect } from "node:net";
import { describe, expect, test, vi } from "vitest";
import type { MultipartBody } from "../handler.ts";
import { reply } from "../reply.ts";
import { listen } from "../testing/listen.ts";
import { trial } from "../testing/tiny-service.ts";

type Part = readonly [name: string, value: string | Uint8Array<ArrayBuffer>, fileName?: string];

const project: Part = ["project_id", "acme/a"];
const file: Part = ["file", new TextEncoder().encode("hello"), "hello.txt"];

function form(...parts: readonly Part[]): RequestInit {
  const body = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === "string") body.append(name, value);
    else body.append(name, new Blob([value]), fileName);
  }
  return { method: "POST", body, headers: { authorization: "Bearer k" } };
}

interface Stored {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly text: string;
}

/** An app that keeps the files it gets; `done` counts the uploads that were accepted to the end. */
function uploading(options: Parameters<typeof trial>[1] = {}) {
  const stored: Stored[] = [];
  const ends: Record<string, string>[] = [];
  const upload = async ({ body }: { body: MultipartBody }) => {
    for await (const { name, fileName, content } of body.files) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of content) chunks.push(chunk);
      stored.push({ name, fileName, text: Buffer.concat(chunks).toString() });
    }
    ends.push({ ...body.fields });
    return reply(200, {});
  };
  return { stored, ends, ...trial({ notes: { upload } }, options) };
}

describe("parts", () => {
  test.each([
    ["text first", [project, file]],
    ["file first", [file, project]],
    ["unknown parts may come more than once", [["note", "x"], ["note", "y"], file, project]],
    ["unknown parts are skipped", [["note", "x"], file, ["blob", new Uint8Array(9), "b"], project]],
  ] satisfies [string, Part[]][])("%s", async (_name, parts) => {
    const { app, stored, ends, authorised } = uploading();
    expect((await app.request("/notes/upload", form(...parts))).status).toBe(200);
    expect(stored).toEqual([{ name: "file", fileName: "hello.txt", text: "hello" }]);
    expect(ends).toMatchObject([{ project_id: "acme/a" }]);
    expect(authorised).toEqual(["write: ", "write: acme/a"]);
  });

  test.each([
    ["no file", [project], ["body", "file"], "missing"],
    ["no project", [file], ["body", "project_id"], "missing"],
    [
      "a malformed project",
      [file, ["project_id", "acme"]],
      ["body", "project_id"],
      "invalid_format",
    ],
    ["two files", [project, file, file], ["body", "file"], "repeated"],
    [
      "two projects",
      [project, file, ["project_id", "other/b"]],
      ["body", "project_id"],
      "repeated",
    ],
    ["nothing", [], ["body", "file"], "missing"],
  ] satisfies [string, Part[], string[], string][])(
    "%s: 422, and the handler never gets to the end",
    async (_name, parts, loc, type) => {
      const { app, ends } = uploading();
      const response = await app.request("/notes/upload", form(...parts));
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ detail: [{ loc, type }] });
      expect(ends).toEqual([]);
    },
  );
});

describe("access", () => {
  test.each([
    ["after the file", [file, ["project_id", "other/b"]], 1],
    ["before the file, which is then never handed out", [["project_id", "other/b"], file], 0],
  ] satisfies [string, Part[], number][])("a foreign project %s", async (_name, parts, files) => {
    const { app, ends, stored } = uploading();
    expect((await app.request("/notes/upload", form(...parts))).status).toBe(404);
    expect(stored).toHaveLength(files);
    expect(ends).toEqual([]);
  });

  test("a reply before the files were read to the end is an error", async () => {
    const { app, errors } = trial({ notes: { upload: () => reply(200, {}) } });
    const response = await app.request("/notes/upload", form(["project_id", "other/b"], file));
    expect(response.status).toBe(500);
    expect(String(errors[0])).toMatch(/before it had read body\.files to the end/);
  });
});

describe("files", () => {
  test("over the limit: 413", async () => {
    const { app, ends } = uploading({ limits: { fileBytes: 4 } });
    const response = await app.request("/notes/upload", form(project, file));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      reason: "Request too large: part file is over 4 bytes",
    });
    expect(ends).toEqual([]);
  });

  test("bytes that a handler leaves unread are skipped", async () => {
    const upload = async ({ body }: { body: MultipartBody }) => {
      for await (const { content } of body.files) {
        for await (const _ of content) break;
      }
      return reply(200, { project: body.fields.project_id });
    };
    const { app } = trial({ notes: { upload } });
    const big = new Uint8Array(3_000_000);
    const response = await app.request("/notes/upload", form(project, ["file", big, "big"]));
    expect(await response.json()).toEqual({ project: "acme/a" });
  });

  test("of a file that comes before its project only the first mebibyte is handed out", async () => {
    let bytes = 0;
    const upload = async ({ body }: { body: MultipartBody }) => {
      for await (const { content } of body.files) {
        for await (const chunk of content) bytes += chunk.byteLength;
      }
      return reply(200, {});
    };
    const { app } = trial({ notes: { upload } });
    const big = new Uint8Array(1_100_000);
    const response = await app.request("/notes/upload", form(["file", big, "big"], project));
    expect(response.status).toBe(413);
    expect(await response.json()).toHaveProperty(
      "reason",
      expect.stringMatching(/part file came before project_id.* Send project_id before file\.$/),
    );
    expect(bytes).toBeLessThanOrEqual(1_048_576);
  });

  test("a form reports its memory to `hold`, text parts included", async () => {
    const held: number[] = [];
    const { app } = uploading({ hold: (_c, bytes) => held.push(bytes) });
    await app.request("/notes/upload", form(project, ["note", "x".repeat(1000)], file));
    expect(held).toEqual([524_288, "acme/a".length, 1000]);
  });

  test("are read no faster than the handler takes them", async () => {
    let sent = 0;
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n';
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (sent === 0) controller.enqueue(new TextEncoder().encode(head));
          sent += 65_536;
          controller.enqueue(new Uint8Array(65_536));
        },
      },
      { highWaterMark: 0 },
    );
    const taken = Promise.withResolvers<void>();
    const upload = async ({ body: { files } }: { body: MultipartBody }) => {
      for await (const { content } of files) {
        for await (const _ of content) {
          await settled(() => sent);
          taken.resolve();
          throw new Error("enough");
        }
      }
      return reply(200, {});
    };
    const { app } = trial({ notes: { upload } });
    const headers = {
      authorization: "Bearer k",
      "content-type": "multipart/form-data; boundary=b",
    };
    const init = { method: "POST", body, headers, duplex: "half" } as RequestInit;
    const response = await app.request(new Request("http://x/notes/upload", init));
    await taken.promise;
    expect(response.status).toBe(500);
    expect(sent).toBeLessThan(1_000_000);
  });
});

describe("bodies that are not multipart", () => {
  const send = (body: string, type: string) =>
    uploading().app.request("/notes/upload", {
      method: "POST",
      body,
      headers: { authorization: "Bearer k", "content-type": type },
    });

  test.each([
    ["JSON", "{}", "application/json", 415],
    ["no boundary", "x", "multipart/form-data", 400],
    ["breaking off in a header", "--b\r\nContent-Dis", "multipart/form-data; boundary=b", 400],
    [
      "breaking off in a file",
      '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nhel',
      "multipart/form-data; boundary=b",
      400,
    ],
    ["without its first boundary", "hello", "multipart/form-data; boundary=b", 400],
  ])("%s", async (_name, body, type, status) => {
    expect((await send(body, type)).status).toBe(status);
  });

  test("too many parts, and parts that are too long, are 413", async () => {
    const many = Array.from({ length: 101 }, (_, i): Part => [`p${i}`, "x"]);
    expect((await uploading().app.request("/notes/upload", form(...many))).status).toBe(413);
    const long: Part = ["note", "x".repeat(70_000)];
    expect((await uploading().app.request("/notes/upload", form(long))).status).toBe(413);
  });
});

test("a client that leaves in the middle of a file does not look like its end", async () => {
  const { app, stored, ends, errors } = uploading();
  const seen = vi.fn();
  app.use("*", async (_c, next) => next());
  await using server = await listen(app);
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  socket.write(
    "POST /notes/upload HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer k\r\n" +
      "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n" +
      '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\nhel',
  );
  socket.on("close", seen);
  await new Promise<void>((resolve) => socket.write("lo", () => resolve()));
  socket.destroy();
  await vi.waitFor(() => expect(seen).toHaveBeenCalled(), 120_000);
  await settled(() => stored.length + ends.length + errors.length);
  expect({ stored, ends, errors }).toEqual({ stored: [], ends: [], errors: [] });
});

test("a refused upload over a socket is answered, though its body was never read", async () => {
  await using server = await listen(uploading().app);
  const big: Part = ["file", new Uint8Array(5_000_000), "big"];
  const response = await fetch(`${server.url}/notes/upload`, form(["project_id", "other/b"], big));
  expect(response.status).toBe(404);
});

/** Resolves when a number has stopped changing over several turns of the event loop. */
async function settled(read: () => number): Promise<void> {
  let last = NaN;
  for (let calm = 0; calm < 20; calm++) {
    if (read() !== last) calm = 0;
    last = read();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
