import { ApiError } from "@heddle/client";
import { Page } from "@heddle/client/core";
import { stubApp } from "@heddle/stub";
import { describe, expect, test } from "vitest";
import { argumentsFor, hasMethod, methodOf, type AnyCall } from "../client/method.ts";
import { documentedAnswers, isStream, preferringStream } from "../client/responses.ts";
import { readItems } from "../client/streams.ts";
import { exampleValues, type RequestValues } from "../requests/values.ts";
import { resolve, type Schema } from "../spec/document.ts";
import { everyOperation, type ServedOperation } from "../spec/services.ts";

const app = stubApp();
const operations = everyOperation.filter(({ placed }) => hasMethod(placed));

function call(one: ServedOperation, values: RequestValues): AnyCall {
  const method = methodOf(one.service, one.placed, (request) => app.fetch(request));
  if (method === undefined) throw new Error(`${one.id} is not a method of the client`);
  return method(...argumentsFor(one.service, one.placed, values));
}

/**
 * The schemas of an operation's result: of an answer, or of an item of a stream. Bytes beside JSON
 * answer bytes alone, and the client gives them as a Blob.
 */
function given({ service, placed }: ServedOperation): { isStreamed: boolean; schema: Schema }[] {
  const success = resolve(service.document, placed.operation.responses["200"] ?? {});
  const contents = Object.entries(success.content ?? {});
  const hasJson = contents.some(([mediaType]) => mediaType === "application/json");
  return contents
    .filter(([mediaType]) => !hasJson || mediaType === "application/json" || isStream(mediaType))
    .map(([mediaType, { schema = {} }]) => ({ isStreamed: isStream(mediaType), schema }));
}

describe.each(operations)("$id from client to stub", (one) => {
  const { service, placed } = one;
  const kinds = given(one);

  test.each(kinds)("gives what the spec says, streamed: $isStreamed", async (kind) => {
    for (const example of exampleValues(service, placed)) {
      const values = kinds.length > 1 ? preferringStream(example, kind.isStreamed) : example;
      if (kind.isStreamed) {
        const { items, error } = await readItems(call(one, values));
        expect(error).toBeUndefined();
        expect(items.length).toBeGreaterThan(0);
        for (const item of items) {
          expect(service.judge.judgeAnswer(kind.schema, item)).toEqual({
            valid: true,
            because: "",
          });
        }
      } else {
        const { data, error } = await call(one, values).result();
        expect(error).toBeUndefined();
        expect(data).toBeDefined();
        if (data instanceof Blob || data instanceof Page) continue;
        expect(service.judge.judgeAnswer(kind.schema, data)).toEqual({ valid: true, because: "" });
      }
    }
  });

  const refusals = [
    ...new Set(documentedAnswers(service, placed).map(({ status }) => status)),
  ].filter((status) => status >= 400);

  test.each(refusals)("throws the error of status %i", async (status) => {
    const [values] = exampleValues(service, placed);
    if (values === undefined) throw new Error("no example makes a request");
    const header = { ...values.header, prefer: `code=${status}` };
    const { error } = await call(one, { ...values, header }).result();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, requestId: expect.any(String) as string });
  });
});
