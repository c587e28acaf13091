import { serialise } from "@heddle/server-kit";
import type { Training } from "@heddle/types";
import { expect, test } from "vitest";
import type { AcceptedTrajectories } from "../trajectories/trajectory-traces.ts";
import { trajectoryLines } from "../trajectories/trajectory-lines.ts";
import { storedTrajectories } from "./stored-trajectories.ts";
import { type TracedTrajectory, tracedTrajectory } from "./traced-trajectory.ts";

const accepted: AcceptedTrajectories = {
  id: "0198c5e2-7a40-4c11-8d2e-5b3f9a6c0e14",
  jobId: "0198c5e2-7a40-4c11-8d2e-5b3f9a6c0e14",
  modelId: "m",
  model: "agent",
  entity: "acme",
  project: "demo",
  split: "train",
  step: 3,
  digest: "d",
  userName: "ann",
  createdAt: "2026-05-01T10:00:00.000Z",
};
const name = "wandb-artifact:///acme/demo/agent";

async function tracesOf(
  groups: readonly Training.TrajectoryGroup[],
  from = 0,
): Promise<readonly TracedTrajectory[]> {
  const traced: TracedTrajectory[] = [];
  for await (const stored of storedTrajectories(trajectoryLines("train", groups), from)) {
    traced.push(tracedTrajectory(accepted, stored));
  }
  return traced;
}

async function traceOf(trajectory: Training.Trajectory): Promise<TracedTrajectory> {
  const [traced, ...others] = await tracesOf([{ trajectories: [trajectory] }]);
  expect(others).toEqual([]);
  // As the trace service will answer it.
  return JSON.parse(serialise(traced)) as TracedTrajectory;
}

/** With the null members that clients fill in. */
const choice = (content: string, tokens?: { prompt: number[]; sampled: number[] }) => ({
  finish_reason: "stop",
  index: 0,
  message: {
    role: "assistant",
    content,
    refusal: null,
    annotations: null,
    audio: null,
    function_call: null,
    tool_calls: [],
  },
  logprobs: {
    content: [{ token: "token_id:77", logprob: -0.21, bytes: [121], top_logprobs: [] }],
    refusal: null,
  },
  stop_reason: null,
  ...(tokens && { prompt_token_ids: tokens.prompt, token_ids: tokens.sampled }),
});
const user = (content: string) => ({ role: "user" as const, content });
const said = (content: string) => ({ role: "assistant", content });

test("a trajectory of one turn is one call, with its reward and its metrics as feedback", async () => {
  const tools = [{ type: "function" as const, function: { name: "look", parameters: {} } }];
  const { calls, feedback } = await traceOf({
    messages_and_choices: [
      { role: "system", content: "Be brief." },
      user("Is water wet?"),
      choice("yes", { prompt: [1, 2, 3], sampled: [77, 2] }),
    ],
    tools,
    reward: 0.75,
    metrics: { correct: true, turns: 1 },
    initial_policy_version: 2,
    final_policy_version: null,
    logs: ["asked once"],
  });
  const [call] = calls;
  expect(calls).toEqual([
    {
      project_id: "acme/demo",
      id: call!.id,
      trace_id: call!.trace_id,
      op_name: "heddle.trajectory",
      started_at: accepted.createdAt,
      ended_at: accepted.createdAt,
      attributes: {
        model: name,
        model_id: "m",
        split: "train",
        step: 3,
        job_id: accepted.jobId,
        group: 0,
        place_in_group: 0,
        initial_policy_version: 2,
      },
      inputs: {
        messages: [{ role: "system", content: "Be brief." }, user("Is water wet?")],
        tools,
      },
      output: { messages: [said("yes")], logs: ["asked once"] },
      summary: {
        usage: {
          [name]: { requests: 1, prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
        },
      },
    },
  ]);
  expect(feedback.map(({ id: _id, ...rest }) => rest)).toEqual([
    {
      project_id: "acme/demo",
      weave_ref: `weave:///acme/demo/call/${call!.id}`,
      feedback_type: "heddle.reward",
      payload: { value: 0.75 },
    },
    {
      project_id: "acme/demo",
      weave_ref: `weave:///acme/demo/call/${call!.id}`,
      feedback_type: "heddle.metrics",
      payload: { correct: true, turns: 1 },
    },
  ]);
});

test("several turns are calls below the trajectory, in their order", async () => {
  const call = { id: "c", type: "function" as const, function: { name: "look", arguments: "{}" } };
  const asking = choice("", { prompt: [1], sampled: [2, 3] });
  const { calls } = await traceOf({
    messages_and_choices: [
      user("Look."),
      { ...asking, message: { role: "assistant", content: null, tool_calls: [call] } },
      { role: "tool", tool_call_id: "c", content: "a cat" },
      choice("A cat."),
    ],
    additional_histories: [{ messages_and_choices: [user("Aside."), choice("Aha.")] }],
  });
  const [root, ...turns] = calls;
  const asked = { role: "assistant", content: null, tool_calls: [call] };
  const found = { role: "tool", tool_call_id: "c", content: "a cat" };
  expect(root).toMatchObject({
    inputs: { messages: [user("Look.")] },
    output: {
      messages: [asked, found, said("A cat.")],
      additional_histories: [{ messages: [user("Aside."), said("Aha.")] }],
    },
    summary: {},
  });
  expect(root!.summary).not.toHaveProperty("usage");
  expect(
    turns.map(({ op_name, inputs, output, attributes, summary }) => [
      op_name,
      inputs,
      output,
      attributes,
      summary.usage?.[name]?.completion_tokens,
    ]),
  ).toEqual(
    [
      [[user("Look.")], asked, {}, 2] as const,
      [[found], said("A cat."), {}, 1] as const,
      [[user("Aside.")], said("Aha."), { history: 1 }, 1] as const,
    ].map(([messages, message, more, tokens], turn) => [
      "heddle.trajectory.turn",
      { messages },
      { choices: [{ index: 0, message, finish_reason: "stop" }] },
      { model: name, turn, ...more },
      tokens,
    ]),
  );
  for (const turn of turns) {
    expect(turn).toMatchObject({ parent_id: root!.id, trace_id: root!.trace_id });
  }
  expect(turns.map(({ id }) => id)).toEqual(turns.map(({ id }) => id).toSorted());
});

test("plain messages of an assistant are its turns where nothing was sampled", async () => {
  const items = [user("Is water wet?"), { role: "assistant" as const, content: "yes" }];
  const { calls } = await traceOf({ messages_and_choices: items });
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({
    inputs: { messages: [user("Is water wet?")] },
    output: { messages: [said("yes")] },
  });
  const shots = [...items, user("Is fire?"), choice("no")];
  const [shot] = (await traceOf({ messages_and_choices: shots })).calls;
  expect(shot?.output).toEqual({ messages: [said("no")] });
});

test("an empty trajectory is a call without messages, and its reward is 0", async () => {
  const { calls, feedback } = await traceOf({});
  expect(calls).toMatchObject([{ inputs: { messages: [] }, output: { messages: [] } }]);
  expect(feedback.map(({ payload }) => payload)).toEqual([{ value: 0 }]);
});

const came = accepted.createdAt;
test.each<[string, Training.Trajectory, string, string]>([
  ["nothing", {}, came, came],
  ["its duration", { metrics: { duration: 2.5 } }, "2026-05-01T09:59:57.500Z", came],
  ["its start", { start_time: "2026-05-01T11:58:00+02:00" }, "2026-05-01T09:58:00.000Z", came],
  [
    "both",
    { start_time: "2026-05-01T09:58:00Z", metrics: { duration: 60 } },
    "2026-05-01T09:58:00.000Z",
    "2026-05-01T09:59:00.000Z",
  ],
  ["a start in the future", { start_time: "2036-05-01T09:58:00Z" }, came, came],
  ["a start before 1970", { start_time: "1936-05-01T09:58:00Z" }, came, came],
  ["an endless duration", { metrics: { duration: 1e300 } }, "1970-01-01T00:00:00.000Z", came],
])("the times of a trajectory that says %s", async (_, trajectory, started_at, ended_at) => {
  expect((await traceOf(trajectory)).calls[0]).toMatchObject({ started_at, ended_at });
});

test("metadata keeps its digits and its order", async () => {
  const text = (digits: string): string => `{"2": ${digits}, "1": 1.0}`;
  const lines = [
    '{"split":"train"}',
    `{"group":{"metadata":${text("12345678901234567890")}}}`,
    `{"trajectory":{"reward":1,"metadata":${text("98765432109876543210")}}}`,
  ];
  const bytes = (async function* () {
    yield Buffer.from(lines.join("\n"));
  })();
  for await (const stored of storedTrajectories(bytes, 0)) {
    const attributes = serialise(tracedTrajectory(accepted, stored).calls[0]!.attributes);
    expect(attributes).toContain(`"metadata":${text("98765432109876543210")}`);
    expect(attributes).toContain(`"group_metadata":${text("12345678901234567890")}`);
    return;
  }
  expect.unreachable();
});

test("the same trajectory makes the same, from whatever position it is read, and no two share an id", async () => {
  const groups = Array.from({ length: 3 }, (_, group) => ({
    trajectories: Array.from({ length: 2 }, () => ({
      // Equal trajectories are different ones.
      messages_and_choices: [user("?"), choice("a"), user("?"), choice("b")],
      metrics: { group },
    })),
  }));
  const all = await tracesOf(groups);
  expect(all.map(({ calls }) => calls[0]?.attributes).map((one) => serialise(one))).toEqual(
    [0, 1, 2].flatMap((group) =>
      [0, 1].map((place) => expect.stringContaining(`"group":${group},"place_in_group":${place}`)),
    ),
  );
  expect(serialise(await tracesOf(groups, 3))).toBe(serialise(all.slice(3)));
  const ids = all.flatMap(({ calls, feedback }) => [...calls, ...feedback].map(({ id }) => id));
  expect(new Set([...ids, ...all.map(({ calls }) => calls[0]?.trace_id)]).size).toBe(6 * 6);
  const roots = all.map(({ calls }) => calls[0]!.id);
  expect(roots).toEqual(roots.toSorted());
});
