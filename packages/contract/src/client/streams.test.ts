import { ApiError, ConnectionError, HeddleError } from "@heddle/client";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exampleValues } from "../requests/values.ts";
import { resolve, type MediaType } from "../spec/document.ts";
import { everyOperation, type ServedOperation } from "../spec/services.ts";
import { argumentsFor, hasMethod, methodOf, type AnyCall } from "./method.ts";
import { documentedAnswers, isStream, preferringStream } from "./responses.ts";
import {
  encodeItems,
  itemViolations,
  piecewise,
  readItems,
  type PiecewiseBody,
  type Seen,
} from "./streams.ts";

const seed = 20_261_121;

interface Streaming extends ServedOperation {
  readonly mediaType: string;
  readonly media: MediaType;
  /** Whether the body of the request chooses the stream. */
  readonly isChosen: boolean;
}

const streaming: Streaming[] = everyOperation
  .filter(({ placed }) => hasMethod(placed))
  .flatMap((one) => {
    const success = one.placed.operation.responses["200"] ?? {};
    const content = Object.entries(resolve(one.service.document, success).content ?? {});
    return content
      .filter(([mediaType]) => isStream(mediaType))
      .map(([mediaType, media]) => ({ ...one, mediaType, media, isChosen: content.length > 1 }));
  });

/** The examples, and some values that are harder to cut into pieces. */
function itemsOf({ service, placed, media, mediaType }: Streaming): unknown[] {
  const examples = documentedAnswers(service, placed)
    .filter((answer) => answer.mediaType === mediaType)
    .map(({ value }) => value)
    .filter((value) => !isErrorItem(value));
  const generated = fc
    .sample(service.values(media.schema ?? {}), { numRuns: 12, seed })
    .filter((value) => service.judge.judge(media.schema ?? {}, value).valid && !isErrorItem(value));
  return JSON.parse(JSON.stringify([...examples, ...generated])) as unknown[];
}

/** In a stream of events an item with an error is the error of the stream. */
const isErrorItem = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "error" in value;

function open(one: Streaming, { body }: PiecewiseBody): AnyCall {
  const { service, placed, mediaType, isChosen } = one;
  const headers = { "content-type": mediaType, "x-request-id": "request-1" };
  const method = methodOf(service, placed, () => new Response(body, { headers }));
  const [values] = exampleValues(service, placed);
  if (method === undefined || values === undefined) throw new Error("it cannot be called");
  const own = isChosen ? preferringStream(values, true) : values;
  return method(...argumentsFor(service, placed, own));
}

const everyByte = (length: number): number[] => Array.from({ length }, (_, index) => index);

test("there are streams of both kinds", () => {
  expect(new Set(streaming.map(({ mediaType }) => mediaType)).size).toBe(2);
});

describe.each(streaming)("$id as $mediaType", (one) => {
  const items = itemsOf(one);
  const end = one.media["x-stream-end"];
  const bytes = new TextEncoder().encode(encodeItems(items, one.mediaType, end));

  test("has items to send", () => {
    expect(items.length).toBeGreaterThan(2);
  });

  test("is read the same wherever it is cut", async () => {
    const cuts = fc.sample(fc.array(fc.nat(bytes.length), { maxLength: 40 }), {
      numRuns: 12,
      seed,
    });
    for (const places of [[], everyByte(bytes.length), ...cuts]) {
      const seen = await readItems(open(one, piecewise(bytes, places)));
      expect(itemViolations(items, seen)).toEqual([]);
    }
  });

  test("that breaks gives what came before, then an error", async () => {
    const whole = new TextEncoder().encode(
      encodeItems(items.slice(0, 2), one.mediaType, undefined),
    );
    // Inside the third item, or inside the text between it and the second.
    const breaksAt = whole.length + 5;
    const seen = await readItems(open(one, piecewise(bytes, [], { breaksAt })));
    expect(seen.error).toBeInstanceOf(ConnectionError);
    expect(itemViolations(items.slice(0, 2), { items: seen.items })).toEqual([]);
  });

  test("that ends too early is an error, not a short stream", async () => {
    const cutAt = end === undefined ? bytes.length - 3 : bytes.length - end.length - 8;
    const seen = await readItems(open(one, piecewise(bytes.slice(0, cutAt), [])));
    expect(seen.error).toBeInstanceOf(HeddleError);
  });

  test("is closed on the wire when its reader leaves early", async () => {
    const source = piecewise(bytes, [Math.ceil(bytes.length / 2)], { staysOpen: true });
    for await (const item of open(one, source)) {
      expect(item).toEqual(items[0]);
      break;
    }
    await source.cancelled;
  });
});

describe.each(streaming.filter(({ mediaType }) => mediaType === "text/event-stream"))(
  "$id",
  (one) => {
    test("an error event is thrown, with its message", async () => {
      const [item] = itemsOf(one);
      const error = { message: "overloaded", type: "overloaded_error", param: null, code: 503 };
      const end = one.media["x-stream-end"];
      const bytes = new TextEncoder().encode(encodeItems([item, { error }], one.mediaType, end));
      const seen = await readItems(open(one, piecewise(bytes, [])));
      expect(seen.items).toEqual([item]);
      expect(seen.error).toBeInstanceOf(ApiError);
      expect(seen.error).toMatchObject({ status: 503, requestId: "request-1" });
    });
  },
);

describe("the suite notices a reader that", () => {
  const sent = [{ text: "weft" }, { text: "čunek 🧵" }, { text: "heddle" }];
  const bytes = new TextEncoder().encode(encodeItems(sent, "application/jsonl", undefined));

  /** Reads lines, but takes every piece for a whole one. */
  async function* careless({ body }: PiecewiseBody): AsyncIterable<unknown> {
    for await (const piece of body) {
      for (const line of new TextDecoder().decode(piece).split("\n")) {
        if (line !== "") yield JSON.parse(line);
      }
    }
  }

  test("takes pieces for items", async () => {
    expect(itemViolations(sent, await readItems(careless(piecewise(bytes, []))))).toEqual([]);
    const cut = await readItems(careless(piecewise(bytes, everyByte(bytes.length))));
    expect(itemViolations(sent, cut)).not.toEqual([]);
  });

  test.each<[string, Seen]>([
    ["loses an item", { items: sent.slice(1) }],
    ["doubles one", { items: [...sent, sent[2]] }],
    ["changes their order", { items: sent.toReversed() }],
    ["breaks a letter", { items: [sent[0], { text: "čunek \ufffd" }, sent[2]] }],
    ["fails at the end", { items: sent, error: new Error("end") }],
  ])("%s", (_name, seen) => {
    expect(itemViolations(sent, seen)).not.toEqual([]);
  });
});
