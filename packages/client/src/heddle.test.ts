import { expect, test } from "vitest";
import { Heddle } from "./index.ts";
import { InferenceClient } from "./inference.ts";
import { TraceClient } from "./trace.ts";
import { TrainingClient } from "./training.ts";

/** Remembers requests, and answers each with an empty object. */
function recorder(): { sent: Request[]; fetch: (request: Request) => Response } {
  const sent: Request[] = [];
  return {
    sent,
    fetch: (request) => {
      sent.push(request);
      return Response.json({});
    },
  };
}

const urls = (sent: readonly Request[]): string[] => sent.map(({ url }) => url);

test.each([undefined, "https://heddle.test", "https://heddle.test/", "https://host.test/heddle"])(
  "each service lies under its prefix of %s",
  async (baseUrl) => {
    const { sent, fetch } = recorder();
    const heddle = new Heddle({ baseUrl, fetch });
    await heddle.trace.service.health();
    await heddle.training.service.health();
    await heddle.inference.models.list();
    const root = baseUrl?.replace(/\/$/, "") ?? "http://127.0.0.1:4777";
    expect(urls(sent)).toEqual([
      `${root}/traces/health`,
      `${root}/training/v1/health`,
      `${root}/inference/v1/models`,
    ]);
  },
);

test("a client of one service uses the address in its document", async () => {
  const { sent, fetch } = recorder();
  await new TraceClient({ fetch }).service.health();
  await new TrainingClient({ fetch }).service.health();
  await new InferenceClient({ fetch }).models.list();
  expect(urls(sent)).toEqual([
    "http://127.0.0.1:4777/traces/health",
    "http://127.0.0.1:4777/training/v1/health",
    "http://127.0.0.1:4777/inference/v1/models",
  ]);
});

test("the project goes to inference only, the key and the headers to all", async () => {
  const { sent, fetch } = recorder();
  const headers = { "x-team": "support" };
  const heddle = new Heddle({ fetch, apiKey: "k", project: "acme/support", headers });
  await heddle.trace.service.health();
  await heddle.inference.models.list();
  const seen = sent.map((request) =>
    ["authorization", "x-team", "openai-project"].map((name) => request.headers.get(name)),
  );
  expect(seen).toEqual([
    ["Bearer k", "support", null],
    ["Bearer k", "support", "acme/support"],
  ]);
});

test("a printed client does not show the key", async () => {
  const { inspect } = await import("node:util");
  const heddle = new Heddle({ apiKey: "s3cret" });
  expect(inspect(heddle, { depth: 9, showHidden: true }) + JSON.stringify(heddle)).not.toContain(
    "s3cret",
  );
});
