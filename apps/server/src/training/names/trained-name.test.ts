import { expect, test } from "vitest";
import { parseTrainedName, trainedName } from "./trained-name.ts";

const model = { entity: "acme", project: "demo", name: "agent-001" };

test.each([
  ["wandb-artifact:///acme/demo/agent-001", undefined],
  ["wandb-artifact://acme/demo/agent-001", undefined],
  ["acme/demo/agent-001", undefined],
  ["wandb-artifact:///acme/demo/agent-001:latest", undefined],
  ["wandb-artifact:///acme/demo/agent-001:step0", 0],
  ["wandb-artifact:///acme/demo/agent-001:step12", 12],
  ["wandb-artifact://acme/demo/agent-001:step12", 12],
  ["acme/demo/agent-001:step999999999999999", 999_999_999_999_999],
  ["wandb-artifact:///acme/demo/agent-001:v0", 0],
  ["wandb-artifact:///acme/demo/agent-001:v3", 3],
])("%s", (text, step) => {
  expect(parseTrainedName(text)).toEqual({ ...model, step });
});

test("a name is written as clients write it", () => {
  const name = trainedName(model);
  expect(name).toBe("wandb-artifact:///acme/demo/agent-001");
  expect(parseTrainedName(name)).toEqual({ ...model, step: undefined });
});

test.each([
  "",
  "heddle/loom",
  "wandb-artifact:///acme/demo",
  "wandb-artifact:////acme/demo/agent",
  "wandb-artifact:/acme/demo/agent",
  "wandb-artifact:///acme/demo/agent/more",
  "wandb-artifact:///acme/demo/agent:",
  "wandb-artifact:///acme/demo/agent:step",
  "wandb-artifact:///acme/demo/agent:step01",
  "wandb-artifact:///acme/demo/agent:step-1",
  "wandb-artifact:///acme/demo/agent:step1e3",
  "wandb-artifact:///acme/demo/agent:step1234567890123456",
  "wandb-artifact:///acme/demo/agent:best",
  "wandb-artifact:///acme/demo/agent:step1:step2",
  "wandb-artifact:///acme/demo/agent\n",
  "wandb-artifact:///acme/demo/agent%2F",
  "wandb-artifact:///acme//agent",
  "wandb-artifact:///acme/démo/agent",
  "WANDB-ARTIFACT:///acme/demo/agent",
  ` ${trainedName(model)}`,
  `wandb-artifact:///acme/demo/${"a".repeat(129)}`,
  `wandb-artifact:///${"a/".repeat(500_000)}`,
  "a".repeat(1_000_000),
  "\0/\0/\0",
  "\ud800/a/b",
])("%j names no trained model", (text) => {
  expect(parseTrainedName(text)).toBeUndefined();
});
