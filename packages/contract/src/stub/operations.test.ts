import { stubApp } from "@heddle/stub";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { documentedAnswers, isStream, preferringStream } from "../client/responses.ts";
import { itemViolations } from "../client/streams.ts";
import { readAnswer, type Answer } from "../conformance/answer.ts";
import { violations } from "../conformance/conformance.ts";
import { withUnnamedMember } from "../conformance/planted.ts";
import { eventItems, jsonlItems } from "../conformance/stream-items.ts";
import {
  exampleValues,
  isValid,
  mutatedValues,
  requestContent,
  validValues,
  type RequestValues,
} from "../requests/values.ts";
import { written } from "../requests/write.ts";
import { examplesOf, resolve, type PlacedOperation } from "../spec/document.ts";
import { everyOperation, type Service } from "../spec/services.ts";

const seed = 20_261_121;
const runs = 15;
const app = stubApp();

async function ask(
  service: Service,
  prefix: string,
  placed: PlacedOperation,
  values: RequestValues,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { url, init } = written(service, placed, `http://stub${prefix}`, values);
  const headers = { ...init.headers, authorization: `Bearer ${"k".repeat(40)}`, ...more };
  return readAnswer(await app.request(url, { ...init, headers }));
}

/** Texts in parameters, and in bodies that are not JSON, may be read as more than one value. */
const isJson = ({ mediaType }: RequestValues): boolean => mediaType === "application/json";

const shown = (values: RequestValues): string => JSON.stringify(values).slice(0, 2_000);

describe.each(everyOperation)("$id", ({ service, placed }) => {
  const { operation } = placed;

  test.each([service.prefix, ...service.otherPrefixes])(
    "answers the examples of its requests under '%s'",
    async (prefix) => {
      for (const values of exampleValues(service, placed)) {
        const answer = await ask(service, prefix, placed, values);
        expect(violations(service, operation, answer)).toEqual([]);
        expect(answer.status, `${answer.body.toString()} ${shown(values)}`).toBeLessThan(300);
      }
    },
  );

  test("answers every valid request with success", async () => {
    const samples = fc
      .sample(validValues(service, placed), { numRuns: runs, seed })
      .filter((values) => isValid(service, placed, values));
    expect(samples.length, "requests that ajv accepts").toBeGreaterThan(runs / 3);
    for (const values of samples) {
      const answer = await ask(service, service.prefix, placed, values);
      expect(violations(service, operation, answer), shown(values)).toEqual([]);
      expect(answer.status, `${answer.body.toString()} ${shown(values)}`).toBeLessThan(300);
    }
  });

  test("answers nearly valid requests as documented", async () => {
    for (const values of fc.sample(mutatedValues(service, placed), { numRuns: runs, seed })) {
      const answer = await ask(service, service.prefix, placed, values);
      expect(violations(service, operation, answer), shown(values)).toEqual([]);
      expect(answer.status, `${answer.body.toString()} ${shown(values)}`).toBeLessThan(500);
      if (isJson(values) && !isValid(service, placed, values)) {
        expect(answer.status, `what ajv refuses: ${shown(values)}`).toBeGreaterThanOrEqual(400);
      }
    }
  });

  const statuses = Object.keys(operation.responses).filter((status) => /^\d+$/.test(status));

  test.each(statuses)("gives %s to a request that prefers it", async (status) => {
    const [values] = exampleValues(service, placed);
    if (values === undefined) throw new Error("no example makes a request");
    const answer = await ask(service, service.prefix, placed, values, { prefer: `code=${status}` });
    expect(answer.status).toBe(Number(status));
    expect(violations(service, operation, answer)).toEqual([]);
  });

  test("gives every example of its answers to a request that prefers it", async () => {
    const [values] = exampleValues(service, placed);
    if (values === undefined) throw new Error("no example makes a request");
    for (const { status, name, value } of namedExamples(service, placed)) {
      const prefer = `code=${status}, example=${name}`;
      const answer = await ask(service, service.prefix, placed, values, { prefer });
      expect(answer.status, prefer).toBe(Number(status));
      expect(JSON.parse(answer.body.toString()), prefer).toEqual(value);
    }
  });
});

test("a stub that sends a member too many fails", async () => {
  const unnoticed: string[] = [];
  let planted = 0;
  for (const { service, placed, id } of everyOperation) {
    const [values] = exampleValues(service, placed);
    if (values === undefined) throw new Error("no example makes a request");
    const answer = await ask(service, service.prefix, placed, values);
    const careless = withUnnamedMember(answer);
    // Bytes, and lists of texts, have no members.
    if (!careless.body.includes('"debug":"secret"')) continue;
    planted++;
    if (violations(service, placed.operation, careless).length === 0) unnoticed.push(id);
  }
  expect(planted).toBeGreaterThan(everyOperation.length - 5);
  // A line of this stream may be a provider's chunk, which the spec leaves open by word.
  expect(unnoticed).toEqual(["trace completions.createStream"]);
});

test("a stub that takes everything fails: many samples are invalid", () => {
  const wrong = everyOperation.flatMap(({ service, placed }) =>
    fc
      .sample(mutatedValues(service, placed), { numRuns: runs, seed })
      .filter((values) => isJson(values) && !isValid(service, placed, values)),
  );
  expect(wrong.length).toBeGreaterThan(everyOperation.length);
});

/** Every operation with a stream, and the media type of the stream. */
const streams = everyOperation.flatMap((one) =>
  documentedAnswers(one.service, one.placed)
    .filter(({ status, mediaType }) => status === 200 && isStream(mediaType))
    .slice(0, 1)
    .map(({ mediaType, media }) => ({ ...one, mediaType, media })),
);

describe.each(streams)("$id as $mediaType", ({ service, placed, mediaType, media }) => {
  const end = media["x-stream-end"];
  const expected = examplesOf(service.document, media).map(({ value }) => value);

  test("gives every item of the examples, in their order", async () => {
    const [example] = exampleValues(service, placed);
    if (example === undefined) throw new Error("no example makes a request");
    const isChosen = requestContent(placed).length > 0 && mediaType === "text/event-stream";
    const values = isChosen ? preferringStream(example, true) : example;
    const { body, headers } = await ask(service, service.prefix, placed, values);
    expect(headers.get("content-type")).toContain(mediaType);
    const { items, faults } =
      mediaType === "application/jsonl" ? jsonlItems(String(body)) : eventItems(String(body), end);
    expect(faults).toEqual([]);
    const seen = { items: items.map((item) => JSON.parse(item) as unknown) };
    expect(itemViolations(expected, seen)).toEqual([]);
    expect(itemViolations(expected, { items: seen.items.slice(1) })).not.toEqual([]);
  });
});

/** The examples that have a name of their own, of answers that are one JSON value. */
function namedExamples(
  service: Service,
  { operation }: PlacedOperation,
): { status: string; name: string; value: unknown }[] {
  return Object.entries(operation.responses).flatMap(([status, given]) => {
    const { content = {} } = resolve(service.document, given);
    const media = content["application/json"];
    if (media === undefined || Object.keys(content).length > 1) return [];
    return examplesOf(service.document, { ...media, example: undefined }).map((example) => ({
      status,
      ...example,
    }));
  });
}
