import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import type { RequestProjects } from "../../access/request-projects.ts";
import { JobFailure } from "../jobs/job-work.ts";
import { UnfitRequest } from "../unfit-request.ts";
import type { TrainingDataSource } from "./training-data.ts";
import { webData } from "./web-data.ts";

/** This source asks nobody: its data is on the web. */
const projects = {} as RequestProjects;

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Serves requests, and returns the address. */
async function served(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

async function read(
  source: TrainingDataSource,
  url: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const line of source.lines(url, signal)) lines.push(line);
  return lines;
}

const here = webData({ allowsPrivate: true });

test("reads lines, packed ones too", async () => {
  const url = await served((request, response) => {
    if (request.url === "/packed.jsonl.gz") response.end(gzipSync("a\n\nb\r\nc"));
    else if (request.url === "/encoded") {
      response.setHeader("Content-Encoding", "gzip").end(gzipSync("a\n\nb\r\nc\n"));
    } else response.end("a\n\nb\r\nc\n");
  });
  for (const path of ["/plain.jsonl", "/packed.jsonl.gz", "/encoded"]) {
    expect(await read(here, url + path)).toEqual(["a", "", "b", "c"]);
  }
});

test("follows three redirects, and no fourth", async () => {
  const url = await served((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) response.end("done");
    else response.writeHead(302, { Location: `/${left - 1}` }).end();
  });
  expect(await read(here, `${url}/3`)).toEqual(["done"]);
  await expect(read(here, `${url}/4`)).rejects.toThrow(/redirects too often/);
});

test("a redirect to an address that is not allowed is not followed", async () => {
  const url = await served((_, response) =>
    response.writeHead(302, { Location: "file:///etc/passwd" }).end(),
  );
  await expect(read(here, url)).rejects.toThrow(JobFailure);
});

test("more bytes than a job may have are not read to their end", async () => {
  const mebibyte = Buffer.alloc(1024 ** 2, `${"a".repeat(1023)}\n`);
  let sent = 0;
  const url = await served((_, response) => {
    const more = (): void => {
      sent += 1;
      if (sent < 4_000) response.write(mebibyte, more);
    };
    more();
  });
  await expect(read(here, url)).rejects.toThrow("The training data has more than 67108864 bytes.");
  expect(sent).toBeLessThan(200);
});

test("a line that is too long, and bytes that are no text, are named", async () => {
  const url = await served((request, response) =>
    response.end(request.url === "/long" ? `a\n${"b".repeat(5 * 1024 ** 2)}` : "a\n\xff\n"),
  );
  await expect(read(here, `${url}/long`)).rejects.toThrow("Line 2 has more than 4194304 bytes.");
  const bytes = await served((_, response) => response.end(Buffer.from([97, 10, 255, 10])));
  await expect(read(here, bytes)).rejects.toThrow("Line 2 is no UTF-8.");
});

test("a server that says no, or nothing, or is not there, fails the job with words", async () => {
  const url = await served((request, response) => {
    if (request.url === "/missing") response.writeHead(404).end();
  });
  await expect(read(here, `${url}/missing`)).rejects.toThrow("its server answers 404");
  const hurried = webData({ allowsPrivate: true, timeoutMs: 50 });
  await expect(read(hurried, `${url}/silent`)).rejects.toThrow("it takes too long");
  await expect(read(here, "http://127.0.0.1:1/")).rejects.toThrow(
    "it cannot be fetched (ECONNREFUSED)",
  );
});

test("the job's own signal ends it at once", async () => {
  const url = await served(() => {});
  const stop = new AbortController();
  const reading = read(here, url, stop.signal);
  stop.abort();
  await expect(reading).rejects.not.toBeInstanceOf(JobFailure);
});

test("private addresses are refused, by their number and where a name leads to them", async () => {
  const strict = webData({ allowsPrivate: false });
  const { signal } = new AbortController();
  for (const host of ["127.0.0.1", "[::1]", "10.1.2.3", "169.254.169.254", "[::ffff:127.0.0.1]"]) {
    expect(() => strict.settle?.(`https://${host}/a`, projects, signal), host).toThrow(
      UnfitRequest,
    );
  }
  expect(() => strict.settle?.("http://example.org/a", projects, signal)).toThrow(UnfitRequest);
  // Of several addresses, one that is private is enough.
  const addresses = ["93.184.216.34", "10.0.0.1"].map((address) => ({ address, family: 4 }));
  const misled = webData({ allowsPrivate: false, resolve: (_, done) => done(null, addresses) });
  await expect(read(misled, "https://data.example.org/a")).rejects.toThrow(
    "its name leads to a private address",
  );
});

test("what is packed badly fails the job with words", async () => {
  const url = await served((_, response) => response.end(gzipSync("a".repeat(99)).subarray(0, 20)));
  await expect(read(here, `${url}/broken.gz`)).rejects.toThrow(JobFailure);
});
