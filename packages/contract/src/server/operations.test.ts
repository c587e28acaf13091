import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../conformance/answer.ts";
import { violations } from "../conformance/conformance.ts";
import { withUnnamedMember } from "../conformance/planted.ts";
import {
  exampleValues,
  mutatedValues,
  validValues,
  type RequestValues,
} from "../requests/values.ts";
import { withProject } from "../requests/with-project.ts";
import type { PlacedOperation } from "../spec/document.ts";
import { everyOperation, operationNamed, type Service } from "../spec/services.ts";
import { isBuilt as isBuiltOperation } from "../status/status-page.ts";
import { newIds } from "./owned.ts";
import { runServer, type RunningServer } from "./running-server.ts";
import { makeWhatExamplesSpeakOf } from "./scene.ts";
import { sendValues } from "./send-values.ts";

const seed = 20_261_121;
/** Requests of each kind. Built operations have stores behind them, so more can go wrong. */
const runs = { built: 30, notBuilt: 3 };

/** Verbs that take things away, so that the next example finds nothing. */
const takesAway = /\.(?:delete|purge)$/;

/** Operations that report whether something is wrong: for them 503 is a good answer. */
const checks = new Set(["training service.systemCheck"]);

/** The base models of the examples, on the built-in one. */
const baseModels = ["OpenPipe/Qwen3-14B-Instruct", "Qwen/Qwen3-VL-8B-Instruct"]
  .map((name) => `${name}=heddle/loom`)
  .join(",");

/** What an example with a good answer gets from this server, which has trained nothing and sees no pictures. */
function statusOf({ body, query }: RequestValues): number {
  // The ids of the examples are no ids of this server.
  if (query?.["after"] !== undefined) return 404;
  const { model, messages } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (/^wandb-artifact:.*:step[1-9]/.test(String(model))) return 404;
  return JSON.stringify(messages ?? "").includes('"image_url"') ? 400 : 200;
}

let server: RunningServer;

beforeAll(async () => {
  server = await runServer({ HEDDLE_MODELS: baseModels });
  await makeWhatExamplesSpeakOf(server, "acme/support");
});

afterAll(() => server?.end());

function send(
  service: Service,
  prefix: string,
  placed: PlacedOperation,
  values: RequestValues,
): Promise<Answer> {
  return sendValues(server, service, placed, values, { key: server.keys.write, prefix });
}

describe.each(everyOperation)("$id", ({ service, placed, id }) => {
  const { operation } = placed;
  const isBuilt = isBuiltOperation(service, placed);

  test.each([service.prefix, ...service.otherPrefixes])(
    "accepts the examples of its requests under '%s' and answers as documented",
    async (prefix) => {
      for (const values of exampleValues(service, placed)) {
        const ids = await newIds(server, service, placed);
        const own = withProject(service, placed, values, "acme/support", ids);
        const answer = await send(service, prefix, placed, own);
        const text = answer.body.toString().slice(0, 500);
        expect(violations(service, operation, answer)).toEqual([]);
        const wanted = checks.has(id)
          ? [200, 503]
          : [isBuilt ? statusOf(values) : Number(service.notBuilt)];
        expect(wanted, text).toContain(answer.status);
        if (isBuilt && takesAway.test(id)) await makeWhatExamplesSpeakOf(server, "acme/support");
      }
    },
  );

  test("answers generated requests as documented", async () => {
    const numRuns = isBuilt ? runs.built : runs.notBuilt;
    const requests = [
      ...fc.sample(validValues(service, placed), { numRuns, seed }),
      ...fc.sample(mutatedValues(service, placed), { numRuns, seed }),
    ];
    for (const values of requests) {
      const ids = isBuilt ? await newIds(server, service, placed) : {};
      const own = withProject(service, placed, values, "acme/generated", ids);
      const answer = await send(service, service.prefix, placed, own);
      const sent = JSON.stringify(own).slice(0, 2_000);
      expect(violations(service, operation, answer), sent).toEqual([]);
      if (!isBuilt || checks.has(id)) continue;
      expect(answer.status, sent).toBeLessThan(500);
    }
  });
});

test.each(["calls.query", "calls.queryStats", "objects.read"])(
  "the suite notices a member too many in an answer of %s",
  async (operationId) => {
    const { service, placed } = operationNamed("trace", operationId);
    const [values] = exampleValues(service, placed);
    if (values === undefined) throw new Error("no example makes a request");
    const own = withProject(service, placed, values, "acme/support");
    const answer = await send(service, service.prefix, placed, own);
    expect(violations(service, placed.operation, answer)).toEqual([]);
    expect(violations(service, placed.operation, withUnnamedMember(answer))).not.toEqual([]);
  },
);
