import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, completionOf, type Members } from "../testing/asking.ts";
import { rawAsk } from "../testing/raw-ask.ts";
import { type WholeServer, wholeServer } from "../testing/whole-server.ts";
import type { SummedUsage } from "./usage-sql.ts";

let server: WholeServer;

beforeAll(async () => {
  server = await wholeServer({ HEDDLE_MODELS: "other=heddle/loom" });
});
afterAll(() => server[Symbol.asyncDispose]());

const base = "heddle/loom";
/** Counts are written every second. */
const written = { timeout: 120_000 };

/** The stored usage of a project. */
async function used(project: string): Promise<readonly SummedUsage[]> {
  return (await server.usage()).filter((row) => row.project === project);
}

const asked = (project: string, members: Members = {}) =>
  ask(server, members, { headers: { "openai-project": project } });

test("two projects and two models are counted apart, and stay so after a restart", async () => {
  const [one, two, again, other] = [
    completionOf(await asked("acme/one")),
    completionOf(await asked("acme/two", { n: 2, temperature: 1 })),
    completionOf(await asked("acme/two")),
    completionOf(await asked("acme/two", { model: "other" })),
  ].map(({ usage }) => usage);
  await server.restart();
  expect(await used("acme/one")).toMatchObject([
    {
      entity: "acme",
      model: base,
      requests: 1,
      failures: 0,
      promptTokens: one!.prompt_tokens,
      cachedTokens: one!.prompt_tokens_details!.cached_tokens,
      completionTokens: one!.completion_tokens,
    },
  ]);
  expect(await used("acme/two")).toMatchObject([
    {
      model: base,
      requests: 2,
      promptTokens: two!.prompt_tokens + again!.prompt_tokens,
      completionTokens: two!.completion_tokens + again!.completion_tokens,
    },
    { model: "other", requests: 1, completionTokens: other!.completion_tokens },
  ]);
  const before = (await used("acme/one"))[0]!.completionTokens;
  const { usage } = completionOf(await asked("acme/one"));
  await expect
    .poll(async () => (await used("acme/one"))[0]!.completionTokens, written)
    .toBe(before + usage.completion_tokens);
});

test("a request without a project counts for the entity's own, in training's chat too", async () => {
  const before = (await used("acme/inference"))[0]?.requests ?? 0;
  await ask(server);
  await ask(server, {}, { prefix: "/training/v1" });
  await expect
    .poll(async () => (await used("acme/inference"))[0]?.requests, written)
    .toBe(before + 2);
});

test("a stream that is left halfway counts what was sampled", async () => {
  const { response, leave } = rawAsk(server, { stream: true, model: "other", max_tokens: 4000 });
  const stream = await response;
  stream.on("error", () => undefined);
  let events = 0;
  stream.on("data", (text: Buffer) => (events += text.toString().split("data: ").length - 1));
  await once(stream, "data");
  await expect.poll(() => events).toBeGreaterThan(20);
  leave();
  const row = async (): Promise<SummedUsage | undefined> =>
    (await used("acme/inference")).find(({ model }) => model === "other");
  await expect.poll(row, written).toMatchObject({ requests: 1, failures: 0 });
  const { promptTokens, completionTokens } = (await row())!;
  expect(promptTokens).toBeGreaterThan(0);
  expect(completionTokens).toBeGreaterThan(15);
  expect(completionTokens).toBeLessThan(4000);
});

test("a request that fails counts as one; a model that does not exist counts nothing", async () => {
  expect((await asked("acme/failing", { max_tokens: 100_000 })).status).toBe(400);
  expect((await asked("acme/failing", { model: "nobody" })).status).toBe(404);
  expect((await asked("acme/failing", { temperature: 9 })).status).toBe(400);
  await expect.poll(() => used("acme/failing"), written).toHaveLength(1);
  expect(await used("acme/failing")).toMatchObject([
    { model: base, requests: 1, failures: 1, promptTokens: 0, completionTokens: 0 },
  ]);
});

test("the metrics count by base model, and name no project", async () => {
  const name = `heddle_chat_tokens_total{base_model="${base}",kind="completion"}`;
  const before = await server.metric(name);
  const { usage } = completionOf(await asked("acme/secret", { model: "other" }));
  expect(await server.metric(name)).toBe(before + usage.completion_tokens);
  const headers = { authorization: `Bearer ${server.keys.elsewhere}` };
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
  expect(text).toContain(`heddle_chat_requests_total{base_model="${base}"}`);
  expect(text).not.toContain("acme");
});
