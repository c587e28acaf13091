import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort, startHeddle, type HeddleProcess } from "../server/heddle-process.ts";
import { startRecordingProxy } from "../server/recording-proxy.ts";
import { expectLoggedEvaluation } from "./logged-evaluation.ts";
import { runProgram } from "./run-program.ts";
import { traceReader } from "./trace-reader.ts";

let dataDir: string;
let server: HeddleProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "heddle-feedback-"));
  server = await startHeddle({ dataDir, port: await freePort() });
});

afterAll(async () => {
  await server?.killAll();
  await rm(dataDir, { recursive: true, force: true });
});

interface Outcome {
  readonly ids: Readonly<Record<"scored" | "reaction" | "note" | "own" | "replaced", string>>;
  readonly reaction: object;
  readonly all: readonly { readonly id: string }[];
  readonly found: readonly { readonly id: string }[];
  readonly left: readonly object[];
  readonly refused: unknown;
}

test("the SDK gives, finds, replaces and removes feedback", async () => {
  const project = "local/given";
  const { url: traceUrl, apiKey } = server;
  const program = await runProgram({ name: "feedback.ts", traceUrl, apiKey, project });
  const { ids, reaction, all, found, left, refused } = (await program.result) as Outcome;
  expect(program.errors()).toBe("");

  const weave_ref = `weave:///${project}/call/0198c5e2-6c1f-7d3a-9b4e-2f6a1c8d5e70`;
  const thumb = {
    emoji: "👍🏽",
    alias: ":thumbs_up_medium_skin_tone:",
    detoned: "👍",
    detoned_alias: ":thumbs_up:",
  };
  expect(reaction).toMatchObject({ id: ids.reaction, wb_user_id: "local", payload: thumb });
  const common = { project_id: project, weave_ref, wb_user_id: "local", creator: null };
  expect(all).toMatchObject([
    {
      ...common,
      id: ids.scored,
      feedback_type: "wandb.runnable.length",
      payload: { output: { share: 0.5, label: "short" } },
      runnable_ref: expect.stringMatching(/\/object\/length:/) as string,
      call_ref: `weave:///${project}/call/0198c5e3-0b6d-7e91-a2c7-6d5f80b3e114`,
    },
    { ...common, id: ids.reaction, feedback_type: "wandb.reaction.1", payload: thumb },
    { ...common, id: ids.note, payload: { note: "Right, but short" } },
    { ...common, id: ids.own, feedback_type: "review", payload: { approved: true } },
  ]);
  expect(found).toEqual(all.filter(({ id }) => id === ids.note));
  expect(ids.replaced).not.toBe(ids.own);
  expect(left).toEqual([
    { id: ids.scored, "payload.approved": "" },
    { id: ids.reaction, "payload.approved": "" },
    { id: ids.replaced, "payload.approved": "false" },
  ]);
  expect(refused).toMatchObject({
    status: 400,
    error: { reason: expect.stringContaining("0 characters") as string },
  });
});

test("a score whose answer is lost is stored once, though the SDK sends it again", async () => {
  const project = "local/lost";
  const seen = new Set<string>();
  const proxy = await startRecordingProxy(server.url, {
    loses: ({ path, requestBody }) => {
      if (!path.endsWith("/feedback/create") || seen.size === 3) return false;
      return seen.size < seen.add(requestBody.toString()).size;
    },
  });
  const program = await runProgram({
    name: "evaluation-logger.ts",
    traceUrl: proxy.url,
    apiKey: server.apiKey,
    project,
  });
  await program.result;
  await proxy.close();
  expect(seen.size).toBe(3);
  const sent = proxy.exchanges.filter(({ path }) => path.endsWith("/feedback/create"));
  expect(sent).toHaveLength(20 * 2 + 3);
  expect(program.errors()).toBe("");
  await expectLoggedEvaluation(traceReader(server, project), project);
});
