import { describe, expect, test } from "vitest";
import { collect, endlessExchange, responseOf } from "../testing/in-process.ts";
import {
  BadRequestError,
  ConnectionError,
  InternalServerError,
  InvalidResponseError,
  RateLimitError,
} from "./errors.ts";
import { jsonLinesOf } from "./json-lines.ts";
import { linesOf } from "./lines.ts";
import { eventsOf } from "./server-sent-events.ts";

type Pieces = readonly (string | Uint8Array)[];

const lines = (pieces: Pieces): Promise<string[]> =>
  collect(linesOf(responseOf(pieces), endlessExchange()));
const items = (pieces: Pieces): Promise<unknown[]> =>
  collect(jsonLinesOf(responseOf(pieces), endlessExchange(), JSON.parse));
const events = (pieces: Pieces, end?: string): Promise<unknown[]> =>
  collect(eventsOf(responseOf(pieces), endlessExchange(), JSON.parse, end));

/** All ways to cut the bytes of a text in two, and the text byte by byte. */
function choppings(text: string): readonly (readonly Uint8Array[])[] {
  const bytes = new TextEncoder().encode(text);
  const cuts = Array.from(bytes, (_, at) => [bytes.subarray(0, at), bytes.subarray(at)]);
  return [...cuts, Array.from(bytes, (byte) => Uint8Array.of(byte))];
}

describe("lines", () => {
  test("are the same wherever chunks end", async () => {
    for (const pieces of choppings("ä\r\n\r\n€\n\n😀\ra\r\r\nz")) {
      expect(await lines(pieces)).toEqual(["ä", "", "€", "", "😀", "a", "", "z"]);
    }
  });

  test("come before the stream is over", async () => {
    const open = new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("first\nsec")),
      }),
    );
    const reader = linesOf(open, endlessExchange());
    expect(await reader.next()).toEqual({ done: false, value: "first" });
    await reader.return();
  });

  test("in many chunks cost only their length", async () => {
    const piece = "x".repeat(1000);
    const before = process.cpuUsage();
    const [line] = await lines([...Array.from({ length: 20_000 }, () => piece), "\n"]);
    expect(line).toHaveLength(20_000_000);
    // This measures processor time, because the clock is unreliable on a busy machine.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(5000);
  });

  test("do not exist in an answer without a body", async () => {
    expect(await collect(linesOf(new Response(null), endlessExchange()))).toEqual([]);
  });
});

describe("JSON lines", () => {
  test("are the same wherever chunks end, with or without a last line break", async () => {
    for (const end of ["", "\n", "\r\n", "\n\n"]) {
      for (const pieces of choppings(`{"a":"é\\n\u2028"}\n\n 2 \n"😀"${end}`)) {
        expect(await items(pieces)).toEqual([{ a: "é\n\u2028" }, 2, "😀"]);
      }
    }
  });

  test("that stop inside an item are an error, after the items before it", async () => {
    const seen: unknown[] = [];
    const reading = async (): Promise<void> => {
      for await (const item of jsonLinesOf(
        responseOf(['{"a":1}\n{"a"']),
        endlessExchange(),
        JSON.parse,
      )) {
        seen.push(item);
      }
    };
    await expect(reading()).rejects.toThrow(InvalidResponseError);
    expect(seen).toEqual([{ a: 1 }]);
  });
});

describe("events", () => {
  const text =
    ': keep-alive\n\nevent: chunk\r\nid: 7\r\ndata: {"a":"é"}\r\n\r\n' +
    'data:{"b":\ndata:  "\u2028"}\n\nretry: 5\n\ndata\n\ndata: [DONE]\n\ndata: {"late":1}\n\n';

  test("are the same wherever chunks end", async () => {
    for (const pieces of choppings(text)) {
      expect(await events(pieces, "[DONE]")).toEqual([{ a: "é" }, { b: "\u2028" }]);
    }
  });

  test("end where the answer does, if the spec names no end", async () => {
    expect(await events(['data: {"a":1}\n\n'])).toEqual([{ a: 1 }]);
  });

  test("may end without a blank line", async () => {
    expect(await events(['data: {"a":1}\n\ndata: [DONE]'], "[DONE]")).toEqual([{ a: 1 }]);
  });

  test.each([
    ["before its end", ['data: {"a":1}\n\n'], "[DONE]"],
    ["inside an event", ['data: {"a":1}\n'], undefined],
    ["before anything", [], "[DONE]"],
  ])("that stop %s throw a ConnectionError", async (_, pieces, end) => {
    await expect(events(pieces, end)).rejects.toThrow(ConnectionError);
  });

  test("that are not JSON are an error", async () => {
    await expect(events(["data: {\n\n"])).rejects.toThrow(InvalidResponseError);
  });

  test.each([
    [{ message: "overloaded", type: "overloaded_error", code: null }, InternalServerError, 503],
    [{ message: "too long", type: "invalid_request_error", code: "length" }, BadRequestError, 400],
    [{ message: "slow down", type: "x", code: 429 }, RateLimitError, 429],
    [{ message: "broken", type: "server_error", code: "internal_error" }, InternalServerError, 500],
  ])("that hold an error throw it: %j", async (error, Class, status) => {
    const pieces = ['data: {"a":1}\n\n', `data: ${JSON.stringify({ error })}\n\ndata: [DONE]\n\n`];
    const reading = events(pieces, "[DONE]");
    await expect(reading).rejects.toThrow(Class);
    await expect(reading).rejects.toMatchObject({ status, body: { error } });
  });

  test.each(["boom", { type: "constructor" }, { type: { toString: null } }])(
    "that hold an error of an unknown shape throw it: %j",
    async (error) => {
      const reading = events([`data: ${JSON.stringify({ error })}\n\n`]);
      await expect(reading).rejects.toThrow(InternalServerError);
      await expect(reading).rejects.toMatchObject({ status: 500, body: { error } });
    },
  );

  test.each(["text/html", "application/json; charset=utf-8"])(
    "do not exist in an answer that is %s",
    async (type) => {
      const page = new Response("<html>", { headers: { "content-type": type } });
      const reading = collect(eventsOf(page, endlessExchange(), JSON.parse, undefined));
      await expect(reading).rejects.toThrow(InvalidResponseError);
    },
  );

  test("with an error that is null are items like others", async () => {
    expect(await events(['data: {"error":null}\n\n'])).toEqual([{ error: null }]);
  });
});
