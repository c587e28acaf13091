import { stubApp } from "@heddle/stub";
import { describe, expect, test } from "vitest";
import { post, unset, user } from "./client-bodies.ts";

// Bodies as the Python client of training sends them, from its first releases to its newest.
const app = stubApp();
const modelId = "0198c5e2-7a40-7c11-8d2e-5b3f9a6c0e14";

const entry = { token: "token_id:77", bytes: [121], logprob: -0.21, top_logprobs: [] };
const choice = {
  finish_reason: "stop",
  index: 0,
  logprobs: { content: [entry], refusal: null },
  message: { content: "yes", role: "assistant", ...unset, tool_calls: [] },
  stop_reason: null,
};
const trajectory = {
  messages_and_choices: [user, choice],
  tools: null,
  additional_histories: [{ messages_and_choices: [user, choice], tools: null }],
  reward: 1,
  initial_policy_version: null,
  final_policy_version: null,
  metrics: { completion_tokens: 2, won: true },
  metadata: { scenario: null },
  logs: [],
};
const group = {
  trajectories: [trajectory],
  exceptions: [{ type: "<class 'TimeoutError'>", message: "", traceback: "…" }],
  metadata: {},
  metrics: {},
  logs: [],
};
const trained = (...items: readonly object[]): object => ({
  model_id: modelId,
  trajectory_groups: [{ ...group, trajectories: [{ ...trajectory, messages_and_choices: items }] }],
});

describe("training takes", () => {
  test.each([
    [
      "a model with everything written",
      "/preview/models",
      {
        entity: null,
        project: "demo",
        name: "agent-001",
        base_model: "OpenPipe/Qwen3-14B-Instruct",
        return_existing: true,
      },
    ],
    [
      "a log with the model's id in it",
      `/preview/models/${modelId}/log`,
      { model_id: modelId, split: "val", trajectory_groups: [group] },
    ],
    [
      "a job with nulls for what is unset",
      "/preview/training-jobs",
      {
        model_id: modelId,
        trajectory_groups: [group],
        experimental_config: {
          learning_rate: 1e-5,
          epsilon: null,
          epsilon_high: null,
          kimi_k2_tau: null,
          ppo: false,
          unknown: 1,
        },
      },
    ],
    [
      "a choice with members of an engine",
      "/preview/training-jobs",
      trained(user, {
        ...choice,
        token_ids: [77],
        prompt_token_ids: [1],
        routed_experts: [[1]],
        logprobs: { content: [{ ...entry, extra_logprobs: { a: -1 } }] },
      }),
    ],
    [
      "a choice without log probabilities",
      "/preview/training-jobs",
      trained(user, { ...choice, logprobs: null, finish_reason: "length" }),
    ],
    [
      "a message with nulls where a choice could be",
      "/preview/training-jobs",
      trained(user, { role: "assistant", content: null, ...unset, tool_calls: null }, choice),
    ],
    [
      "examples with a rate for each batch",
      "/preview/sft-training-jobs",
      {
        model_id: modelId,
        training_data_url: "wandb-artifact:///acme/demo/data:v0",
        config: {
          learning_rate: [1e-4, 5e-5],
          batch_size: null,
          metric_logging: { enabled: null },
        },
      },
    ],
  ])("%s", async (_name, path, body) => {
    const response = await app.request(`/training/v1${path}`, post(body));
    expect([response.status, await response.text()]).toEqual([200, expect.anything()]);
  });

  test("but no choice without an index", async () => {
    const { index: _index, ...rest } = choice;
    const response = await app.request("/training/v1/preview/training-jobs", post(trained(rest)));
    expect(response.status).toBe(422);
  });

  test("a deletion that says JSON and has no body", async () => {
    const { headers } = post({});
    const response = await app.request(`/training/v1/preview/models/${modelId}`, {
      method: "DELETE",
      body: "",
      ...(headers && { headers }),
    });
    expect(response.status).toBe(200);
  });
});
