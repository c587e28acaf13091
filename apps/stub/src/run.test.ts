import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { run } from "./run.ts";

interface Run {
  readonly out: string[];
  readonly err: string[];
  readonly status: Promise<number>;
  /** Resolves with the address, once the stub answers. */
  readonly url: Promise<string>;
  stop(): void;
}

function start(...args: readonly string[]): Run {
  const out: string[] = [];
  const err: string[] = [];
  const told = Promise.withResolvers<void>();
  const url = Promise.withResolvers<string>();
  const status = run({
    args,
    out(line) {
      out.push(line);
      const [found] = /http:\S+/.exec(line) ?? [];
      if (found !== undefined) url.resolve(found);
    },
    err: (line) => err.push(line),
    told: told.promise,
  });
  return { out, err, status, url: url.promise, stop: () => told.resolve() };
}

test("answers until it gets a signal, and finishes current answers", async () => {
  const stub = start("--port", "0");
  const url = await stub.url;
  const response = await fetch(`${url}/traces/calls/stream_query`, {
    method: "POST",
    headers: { authorization: "Bearer k", prefer: "delay=50" },
    body: '{"project_id":"acme/support"}',
  });
  stub.stop();
  expect((await response.text()).trim().split("\n").length).toBeGreaterThan(1);
  expect(await stub.status).toBe(0);
  await expect(fetch(`${url}/health`)).rejects.toThrow("fetch failed");
});

test("a taken port is reported, with what to do", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const stub = start("--port", String(port));
  expect(await stub.status).toBe(1);
  expect(stub.err).toEqual([
    `heddle-stub: Port ${port} on 127.0.0.1 is taken. Stop the program that listens there, or choose another port: --port`,
  ]);
  other.close();
});

test.each([
  [["--port", "many"], '--port takes a number up to 65535, not "many"'],
  [["--port", "65536"], '--port takes a number up to 65535, not "65536"'],
  [["--prot", "1"], "--prot"],
  [["now"], "now"],
])("%j is a usage error", async (args, message) => {
  const stub = start(...args);
  expect(await stub.status).toBe(2);
  expect(stub.err.join("\n")).toContain(message);
});

test("--help lists the preferences of a request", async () => {
  const stub = start("--help");
  expect(await stub.status).toBe(0);
  expect(stub.out.join("\n")).toContain("Prefer: code=<status>");
});
