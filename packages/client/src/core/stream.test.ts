import { once } from "node:events";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { collect, connectionTo, responseOf } from "../testing/in-process.ts";
import { startServer } from "../testing/local-server.ts";
import { Connection } from "./connection.ts";
import { AbortError, ConnectionError, NotFoundError, TimeoutError } from "./errors.ts";
import type { StreamCall } from "./stream.ts";

const request = { accept: "application/jsonl" };

function streamOf(pieces: readonly string[]): StreamCall<number> {
  const api = connectionTo(() => responseOf(pieces));
  return api.stream<number>("things.watch", "GET /", request, undefined);
}

describe("a stream", () => {
  test("is read straight from the call, or from what the call opens", async () => {
    expect(await collect(streamOf(["1\n2\n"]))).toEqual([1, 2]);
    expect(await collect(await streamOf(["1\n2\n"]))).toEqual([1, 2]);
  });

  test("is not opened before the program reads it", async () => {
    let requests = 0;
    const api = connectionTo(() => {
      requests += 1;
      return responseOf([]);
    });
    const stream = api.stream("things.watch", "GET /", request, undefined);
    expect(requests).toBe(0);
    await collect(stream);
    expect(requests).toBe(1);
  });

  test("is read once", async () => {
    const stream = await streamOf(["1\n2\n"]);
    for await (const item of stream) {
      expect(item).toBe(1);
      break;
    }
    await expect(collect(stream)).rejects.toThrow(
      new TypeError("things.watch: a stream can be read only once"),
    );
  });

  test("that is refused throws before the first item", async () => {
    const api = connectionTo(() => Response.json({ reason: "no" }, { status: 404 }));
    const stream = api.stream("things.watch", "GET /", request, undefined);
    await expect(collect(stream)).rejects.toThrow(NotFoundError);
    expect((await stream.result()).error).toBeInstanceOf(NotFoundError);
  });

  test.each(["leaving the loop", "an error in the loop", "cancel"])(
    "ends the request by %s",
    async (way) => {
      const { promise: closed, resolve } = Promise.withResolvers<true>();
      const server = await startServer(async (response) => {
        response.write('{"n":1}\n');
        await once(response, "close");
        resolve(true);
      });
      const api = new Connection({ baseUrl: server.url }, "");
      const stream = await api.stream("things.watch", "GET /", request, undefined);
      if (way === "cancel") {
        stream.cancel();
      } else {
        const reading = (async (): Promise<void> => {
          for await (const item of stream) {
            if (way === "leaving the loop" && item) break;
            throw new Error("mine");
          }
        })();
        if (way === "leaving the loop") await reading;
        else await expect(reading).rejects.toThrow("mine");
      }
      expect(await closed).toBe(true);
    },
  );

  test("that is cancelled during a wait for its next item throws an AbortError", async () => {
    const api = connectionTo(() => new Response(new ReadableStream()));
    const stream = await api.stream("things.watch", "GET /", request, undefined);
    const reading = collect(stream);
    setImmediate(() => stream.cancel());
    await expect(reading).rejects.toThrow(AbortError);
  });

  test("whose connection breaks is a ConnectionError after the items that came", async () => {
    const server = await startServer((response) => {
      response.write('{"n":1}\n', () => response.destroy());
    });
    const api = new Connection({ baseUrl: server.url }, "");
    const seen: unknown[] = [];
    const reading = (async (): Promise<void> => {
      for await (const item of api.stream("things.watch", "GET /", request, undefined)) {
        seen.push(item);
      }
    })();
    await expect(reading).rejects.toThrow(ConnectionError);
    expect(seen).toEqual([{ n: 1 }]);
  });

  test("that falls silent is a TimeoutError, however long it has run", async () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("1\n")),
    });
    const api = connectionTo(() => new Response(body), { timeoutMs: 10 });
    const reading = collect(api.stream("things.watch", "GET /", request, undefined));
    await expect(reading).rejects.toThrow(TimeoutError);
  });

  test("may run for ever if each silence is short enough", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const api = connectionTo(() => new Response(readable), { timeoutMs: 1000 });
    const stream = await api.stream<number>("things.watch", "GET /", request, undefined);
    const items = stream[Symbol.asyncIterator]();
    for (let item = 0; item < 5; item += 1) {
      const next = items.next();
      await vi.advanceTimersByTimeAsync(900);
      await writer.write(new TextEncoder().encode(`${item}\n`));
      expect(await next).toEqual({ done: false, value: item });
    }
    await items.return?.();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("that is left early cancels the body, also of a server in this process", async () => {
    const { promise: cancelled, resolve } = Promise.withResolvers<true>();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("1\n")),
      cancel: () => resolve(true),
    });
    const api = connectionTo(() => new Response(body));
    for await (const item of api.stream("things.watch", "GET /", request, undefined)) {
      if (item) break;
    }
    expect(await cancelled).toBe(true);
  });

  test("ends in the middle when its signal aborts", async () => {
    const controller = new AbortController();
    const server = await startServer((response) => response.write("1\n"));
    const api = new Connection({ baseUrl: server.url }, "");
    const options = { signal: controller.signal };
    const reading = (async (): Promise<void> => {
      for await (const item of api.stream("things.watch", "GET /", request, options)) {
        expect(item).toBe(1);
        controller.abort();
      }
    })();
    await expect(reading).rejects.toThrow(AbortError);
  });
});

describe("an operation that streams if its body has `stream: true`", () => {
  const api = connectionTo(async (sent) => {
    const { stream } = (await sent.json()) as { stream?: boolean };
    return stream
      ? responseOf(["data: 1\n\n", "data: [DONE]\n\n"])
      : Response.json({ whole: true });
  });
  const ask = (body: object): ReturnType<typeof api.streamOrCall> =>
    api.streamOrCall(
      "chat.create",
      "POST /chat",
      { body, accept: "text/event-stream", end: "[DONE]" },
      undefined,
    );

  test("gives items", async () => {
    expect(await collect(ask({ stream: true }) as StreamCall<unknown>)).toEqual([1]);
  });

  test.each([{}, { stream: false }, { stream: null }])("gives one answer for %j", async (body) => {
    expect(await ask(body)).toEqual({ whole: true });
  });
});
