import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exampleValues, isValid, validValues, type RequestValues } from "../requests/values.ts";
import { written } from "../requests/write.ts";
import type { PlacedOperation } from "../spec/document.ts";
import { everyOperation, operationNamed, type Service } from "../spec/services.ts";
import { apiKey, argumentsFor, baseUrl, hasMethod, methodOf } from "./method.ts";
import { requestViolations } from "./requests.ts";

const seed = 20_261_121;
const runs = 20;

/** The request that the client sends for these values. It gets a refusal, which is not read. */
async function sentFor(
  service: Service,
  placed: PlacedOperation,
  values: RequestValues,
): Promise<Request> {
  let sent: Request | undefined;
  const method = methodOf(service, placed, (request) => {
    sent = request.clone();
    return Response.json({}, { status: 418 });
  });
  await method?.(...argumentsFor(service, placed, values)).result();
  if (sent === undefined) throw new Error("nothing was sent");
  return sent;
}

describe.each(everyOperation.filter(({ placed }) => hasMethod(placed)))(
  "$id",
  ({ service, placed }) => {
    test("is a method of the client", () => {
      expect(methodOf(service, placed, () => Response.error())).toBeTypeOf("function");
    });

    test("sends what the spec says, for examples and generated values", async () => {
      const generated = fc
        .sample(validValues(service, placed), { numRuns: runs, seed })
        .filter((values) => isValid(service, placed, values));
      expect(generated.length).toBeGreaterThan(0);
      for (const values of [...exampleValues(service, placed), ...generated]) {
        const sent = await sentFor(service, placed, values);
        const found = await requestViolations(service, placed, values, sent);
        expect(found, JSON.stringify(values).slice(0, 1_000)).toEqual([]);
      }
    });
  },
);

test.each(everyOperation.filter(({ placed }) => !hasMethod(placed)))(
  "$id is a second spelling, so it has no method",
  ({ service, placed }) => {
    expect(methodOf(service, placed, () => Response.error())).toBeUndefined();
  },
);

describe("the suite notices a client that", () => {
  const { service, placed } = operationNamed("training", "trainingJobs.events");
  const create = operationNamed("training", "trainingJobs.create");
  const events = { path: { training_job_id: "job-1" }, query: { limit: 5 }, header: {} };

  const request = (of: typeof create, values: RequestValues, change: Partial<Change>): Request => {
    const { url, init } = written(of.service, of.placed, `${baseUrl}${of.service.prefix}`, values);
    const headers = { ...init.headers, authorization: `Bearer ${apiKey}`, ...change.headers };
    return new Request(change.url ?? url, { ...init, ...change, headers });
  };
  interface Change {
    readonly url: string;
    readonly method: string;
    readonly body: string;
    readonly headers: Record<string, string>;
  }

  test("differs, and passes a correct one", async () => {
    const sent = request({ service, placed, id: "" }, events, {});
    expect(await requestViolations(service, placed, events, sent)).toEqual([]);
  });

  const base = `${baseUrl}${service.prefix}/preview/training-jobs`;
  test.each<[string, Partial<Change>]>([
    ["sends to a wrong path", { url: `${base}/job-1/event?limit=5` }],
    ["leaves a path parameter out", { url: `${base}//events?limit=5` }],
    ["leaves a query parameter out", { url: `${base}/job-1/events` }],
    ["adds a query parameter", { url: `${base}/job-1/events?limit=5&page=1` }],
    ["uses another method", { method: "DELETE" }],
    ["sends no key", { headers: { authorization: "" } }],
    ["accepts no media type of the answers", { headers: { accept: "text/html" } }],
    ["adds an idempotency key", { headers: { "idempotency-key": "1" } }],
  ])("%s", async (_name, change) => {
    const sent = request({ service, placed, id: "" }, events, change);
    expect(await requestViolations(service, placed, events, sent)).not.toEqual([]);
  });

  test("loses or invents a member of the body, or its media type", async () => {
    const [values] = exampleValues(create.service, create.placed);
    if (values === undefined) throw new Error("no example makes a request");
    const found = (change: Partial<Change>): Promise<string[]> => {
      const sent = request(create, values, change);
      return requestViolations(create.service, create.placed, values, sent);
    };
    expect(await found({ headers: {} })).toEqual([]);
    expect(await found({ headers: {}, body: "{}" })).not.toEqual([]);
    const more = JSON.stringify({ ...(values.body as object), more: 1 });
    expect(await found({ headers: {}, body: more })).not.toEqual([]);
    expect(await found({ headers: { "content-type": "text/plain" } })).not.toEqual([]);
  });
});
