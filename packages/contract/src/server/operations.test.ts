import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fromSchema } from "../arbitraries/from-schema.ts";
import { mutated } from "../arbitraries/mutate.ts";
import {
  examplesOf,
  operationsOf,
  traceDocument,
  type PlacedOperation,
  type Schema,
} from "../spec/document.ts";
import { judgeFor } from "../spec/judge.ts";
import { readAnswer, violations, type Answer } from "./conformance.ts";
import { addressOf, bodyOf, credentials, withProject } from "./requests.ts";
import { runServer, type RunningServer } from "./running-server.ts";

const judge = judgeFor(traceDocument);
const operations = operationsOf(traceDocument);
const seed = 20_261_121;
const runsPerOperation = 40;

let server: RunningServer;

beforeAll(async () => {
  server = await runServer();
}, 120_000);

afterAll(() => server?.end());

async function send(placed: PlacedOperation, project: string, body: unknown): Promise<Answer> {
  const { headers, ...init } = bodyOf(placed, body);
  const response = await fetch(addressOf(placed, server.url, { project }), {
    method: placed.method.toUpperCase(),
    ...init,
    headers: { ...headers, ...credentials(server.keys.write) },
  });
  return readAnswer(response);
}

const bodySchema = ({ operation }: PlacedOperation): Schema | undefined =>
  Object.values(operation.requestBody?.content ?? {})[0]?.schema;

describe.each(operations)("$operation.operationId", (placed) => {
  const { operation } = placed;

  test("accepts the examples of its requests and answers as documented", async () => {
    const media = Object.values(operation.requestBody?.content ?? {})[0];
    const bodies =
      media === undefined ? [undefined] : examplesOf(traceDocument, media).map((one) => one.value);
    for (const body of bodies) {
      const answer = await send(placed, "acme/support", body);
      expect(violations(traceDocument, judge, operation, answer)).toEqual([]);
      expect([200, 404], answer.body.toString().slice(0, 500)).toContain(answer.status);
    }
  });

  test("answers generated requests as documented", async () => {
    const schema = bodySchema(placed);
    if (schema === undefined) return;
    const valid = fromSchema(traceDocument, schema);
    const bodies = [
      ...fc.sample(valid, { numRuns: runsPerOperation, seed }),
      ...fc.sample(mutated(valid), { numRuns: runsPerOperation, seed }),
    ];
    for (const body of bodies) {
      const own = withProject(placed, body, "acme/generated");
      const answer = await send(placed, "acme/generated", own);
      const found = violations(traceDocument, judge, operation, answer);
      expect(found, JSON.stringify(own).slice(0, 2_000)).toEqual([]);
      expect(answer.status, JSON.stringify(own).slice(0, 2_000)).toBeLessThan(500);
    }
  }, 60_000);
});
