import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { Agent, get } from "node:http";
import { Agent as TlsAgent, get as tlsGet } from "node:https";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { Hono } from "hono";
import { afterEach, expect, test, vi } from "vitest";
import { cutStreams } from "./cut-streams.ts";
import type { HttpEnv } from "./env.ts";
import { limits, type RequestLimits } from "./limits.ts";
import { bounds } from "./testing/bounds.ts";
import { listen, type Listener, type ListenOptions } from "./server.ts";
import { selfSigned } from "./testing/self-signed.ts";
import { UnderWay } from "./under-way.ts";

const open: Listener[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.stop()));
});

async function serve(
  routes: (app: Hono<HttpEnv>) => void,
  options: Partial<ListenOptions> = {},
  limited: Partial<RequestLimits> = {},
): Promise<Listener> {
  const app = new Hono<HttpEnv>();
  const underWay = new UnderWay();
  app.use(limits(bounds(limited), underWay));
  routes(app);
  const standard = { host: "127.0.0.1", port: 0, drainMs: 5_000, idleMs: 60_000 };
  const listener = await listen(app, underWay, { ...standard, ...options });
  open.push(listener);
  return listener;
}

/** A client whose reading the test controls. */
async function rawGet({ url }: Listener, path: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  await once(socket, "connect");
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return socket;
}

/** The text of an answer; `undefined` if no answer came. */
function answerOver(agent: Agent, url: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent }, (answer) => resolve(text(answer)));
    request.on("error", () => resolve(undefined));
  });
}

async function lengthOf(socket: Socket): Promise<number> {
  let length = 0;
  for await (const chunk of socket) length += (chunk as Buffer).length;
  return length;
}

test("a stopping server finishes open requests and accepts no new ones", async () => {
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const listener = await serve((app) => {
    app.get("/slow", async (c) => {
      begun.resolve();
      await release.promise;
      return c.text("finished");
    });
  });
  const slow = fetch(`${listener.url}/slow`);
  await begun.promise;
  const stopped = listener.stop();
  await expect(fetch(`${listener.url}/slow`)).rejects.toThrow("fetch failed");
  release.resolve();
  expect(await (await slow).text()).toBe("finished");
  await stopped;
});

test("stopping cuts no answer on busy keep-alive connections", async () => {
  let begun = 0;
  let answered = 0;
  const listener = await serve((app) => {
    app.get("/", async (c) => {
      begun++;
      await setTimeout(5);
      return c.text("whole");
    });
  });
  const clients = Array.from({ length: 16 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while ((await answerOver(agent, listener.url)) === "whole") answered++;
    agent.destroy();
  });
  await vi.waitFor(() => expect(answered).toBeGreaterThan(100), 120_000);
  await listener.stop();
  await Promise.all(clients);
  expect(answered).toBe(begun);
});

test("stopping does not cut an answer that is written but not sent yet", async () => {
  const size = 20_000_000;
  const listener = await serve((app) => {
    app.get("/large", (c) => c.body(new Uint8Array(size)));
  });
  const socket = await rawGet(listener, "/large");
  await once(socket, "readable");
  const stopped = listener.stop();
  expect(await lengthOf(socket)).toBeGreaterThan(size);
  await stopped;
});

test("an idle connection does not keep a server from stopping", async () => {
  const listener = await serve((app) => {
    app.get("/", (c) => c.text("hello"));
  });
  await (await fetch(listener.url)).text();
  const silent = connect(Number(new URL(listener.url).port), "127.0.0.1");
  await once(silent, "connect");
  await listener.stop();
  await expect(fetch(listener.url)).rejects.toThrow("fetch failed");
});

test("requests that do not finish in time are stopped and cut", async () => {
  let reason: unknown;
  const begun = Promise.withResolvers<void>();
  const listener = await serve(
    (app) => {
      app.get("/never", (c) => {
        const { signal } = c.req.raw;
        signal.addEventListener("abort", () => (reason = signal.reason));
        begun.resolve();
        return new Promise<Response>(() => {});
      });
    },
    { drainMs: 20 },
  );
  const never = fetch(`${listener.url}/never`);
  await begun.promise;
  const [outcome] = await Promise.allSettled([never, listener.stop()]);
  expect(outcome.status).toBe("rejected");
  expect(reason).toMatchObject({ message: "The server is stopping." });
});

test("a client that leaves stops the work on its request", async () => {
  const begun = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const listener = await serve((app) => {
    app.get("/", (c) => {
      c.req.raw.signal.addEventListener("abort", () => gone.resolve());
      begun.resolve();
      return new Promise<Response>(() => {});
    });
  });
  const leaving = new AbortController();
  const request = fetch(listener.url, { signal: leaving.signal });
  await begun.promise;
  leaving.abort();
  await expect(request).rejects.toThrow("aborted");
  await gone.promise;
});

test("a stream that takes too long is stopped", async () => {
  const gone = Promise.withResolvers<void>();
  const listener = await serve(
    (app) => {
      app.get("/", (c) => {
        const stream = new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(new Uint8Array(10));
            c.req.raw.signal.addEventListener("abort", () => {
              controller.close();
              gone.resolve();
            });
          },
        });
        return c.body(stream);
      });
    },
    {},
    { timeLimitMs: 30 },
  );
  expect((await (await fetch(listener.url)).arrayBuffer()).byteLength).toBe(10);
  await gone.promise;
});

test.each([
  ["goes on after the time of other answers", { timeLimitMs: 30 }, false],
  ["is stopped when its own time is up", { eventsTimeLimitMs: 30 }, true],
])("a stream of events %s", async (_, times, isStopped) => {
  let signal: AbortSignal | undefined;
  const listener = await serve(
    (app) => {
      app.get("/", (c) => {
        ({ signal } = c.req.raw);
        const stream = new ReadableStream({ start: (to) => to.enqueue(new Uint8Array(10)) });
        return c.body(stream, 200, { "content-type": "text/event-stream" });
      });
    },
    { drainMs: 0 },
    times,
  );
  const leaving = new AbortController();
  await fetch(listener.url, { signal: leaving.signal });
  await setTimeout(120);
  expect(signal?.aborted).toBe(isStopped);
  leaving.abort();
});

test("a failing answer is cut, and nothing is printed beside the log", async () => {
  const printed = vi.spyOn(console, "error");
  const listener = await serve((app) => {
    app.use(cutStreams());
    app.get("/", (c) => {
      let chunks = 0;
      const stream = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (chunks++ < 3) controller.enqueue(new Uint8Array(10));
          else controller.error(new Error("a password"));
        },
      });
      return c.body(stream);
    });
    app.get("/events", (c) => {
      const stream = new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.error(new Error("a password"));
        },
        start: (controller) => controller.enqueue(new Uint8Array(10)),
      });
      return c.body(stream, 200, { "content-type": "text/event-stream" });
    });
    app.get("/whole", (c) => c.body(new Blob(["whole"]).stream()));
  });
  const cut = async (path: string): Promise<ArrayBuffer> =>
    (await fetch(`${listener.url}${path}`)).arrayBuffer();
  await expect(cut("/")).rejects.toThrow(/terminated|fetch failed/);
  await expect(cut("/events")).rejects.toThrow(/terminated|fetch failed/);
  expect(await (await fetch(`${listener.url}/whole`)).text()).toBe("whole");
  await listener.stop();
  expect(printed).not.toHaveBeenCalled();
});

const eventsType = { "content-type": "text/event-stream" };

test("the head of a stream of events goes with the first event, in one packet", async () => {
  const go = Promise.withResolvers<void>();
  const listener = await serve((app) => {
    app.get("/", (c) => {
      let events = 0;
      const stream = new ReadableStream<string>({
        async pull(controller) {
          await setTimeout(1);
          if (events++ === 0) return controller.enqueue("data: 1\n\n");
          await go.promise;
          controller.enqueue("data: 2\n\n");
          controller.close();
        },
      });
      return c.body(stream.pipeThrough(new TextEncoderStream()), 200, eventsType);
    });
  });
  const socket = await rawGet(listener, "/");
  const parts: string[] = [];
  socket.on("data", (part) => {
    parts.push(String(part));
    if (parts.length === 1) go.resolve();
    if (String(part).endsWith("0\r\n\r\n")) socket.end();
  });
  socket.resume();
  await once(socket, "close");
  expect(parts[0]).toMatch(/^HTTP\/1.1 200 OK\r\ncontent-type: text\/event-stream\r\n/i);
  expect(parts[0]).toContain("data: 1\n\n");
  expect(parts.slice(1).join("")).toContain("data: 2\n\n");
});

test("the head of a stream of events that has none yet goes alone", async () => {
  const listener = await serve(
    (app) => {
      app.get("/", (c) => c.body(new ReadableStream(), 200, eventsType));
    },
    { drainMs: 0 },
  );
  const leaving = new AbortController();
  const { status, headers } = await fetch(listener.url, { signal: leaving.signal });
  expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  leaving.abort();
});

test("a reader of events that is slow halts their source, and gets them all", async () => {
  let made = 0;
  const listener = await serve((app) => {
    app.get("/", (c) => {
      const stream = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            if (made++ < 300) controller.enqueue(new Uint8Array(100_000).fill(97));
            else controller.close();
          },
        },
        { highWaterMark: 0 },
      );
      return c.body(stream, 200, eventsType);
    });
  });
  const response = await fetch(listener.url);
  await setTimeout(300);
  expect(made).toBeLessThan(250);
  expect((await response.arrayBuffer()).byteLength).toBe(30_000_000);
});

test("events whose reader leaves are given up", async () => {
  const left = Promise.withResolvers<void>();
  const listener = await serve((app) => {
    app.get("/", (c) => {
      const stream = new ReadableStream<Uint8Array>({
        start: (to) => to.enqueue(new Uint8Array(10)),
        cancel: () => left.resolve(),
      });
      return c.body(stream, 200, eventsType);
    });
  });
  const leaving = new AbortController();
  await fetch(listener.url, { signal: leaving.signal });
  leaving.abort();
  await expect(left.promise).resolves.toBeUndefined();
});

test.each([
  ["a port in use", {}, "in use by another program"],
  ["an address of another machine", { host: "203.0.113.1", port: 0 }, "--host"],
])("%s is reported in words", async (_, options, message) => {
  const first = await serve(() => {});
  const port = Number(new URL(first.url).port);
  await expect(serve(() => {}, { port, ...options })).rejects.toThrow(message);
});

test("serves TLS with a certificate, and stops cleanly", async () => {
  const folder = await mkdtemp(join(tmpdir(), "heddle-tls-"));
  const { cert, key } = selfSigned();
  const tls = { certFile: join(folder, "cert.pem"), keyFile: join(folder, "key.pem") };
  await Promise.all([writeFile(tls.certFile, cert), writeFile(tls.keyFile, key)]);
  const listener = await serve((app) => void app.get("/", (c) => c.text(c.req.url)), { tls });
  const agent = new TlsAgent({ ca: cert, keepAlive: true, servername: "localhost" });
  const answer = await new Promise<string>((resolve, reject) => {
    tlsGet(listener.url, { agent }, (response) => {
      response.setEncoding("utf8").once("data", resolve);
    }).on("error", reject);
  });
  expect(answer).toBe(`${listener.url}/`);
  await listener.stop();
  agent.destroy();
  await rm(folder, { recursive: true });
});

test("a client that still sends a body after its answer is cut, for GET too", async () => {
  const listener = await serve((app) => {
    app.get("/", (c) => c.text("done"));
    app.post("/", (c) => c.text("done"));
  });
  for (const method of ["GET", "POST"]) {
    const socket = connect(Number(new URL(listener.url).port), "127.0.0.1");
    socket.on("error", () => undefined);
    const head = `${method} / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\n`;
    socket.write(head);
    const sending = setInterval(() => socket.write("x"), 20);
    const answer = text(socket).catch(() => "cut while it was read");
    await once(socket, "close");
    clearInterval(sending);
    expect(await answer).toMatch(/^HTTP\/1.1 200|^cut/);
  }
});
