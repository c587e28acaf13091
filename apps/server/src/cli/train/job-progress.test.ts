import type { Training } from "@heddle/types";
import { expect, test } from "vitest";
import { duration, JobProgress } from "./job-progress.ts";

function step(data: Record<string, number>): Training.TrainingEvent {
  return { id: "e", type: "gradient_step", data };
}

const started: Training.TrainingEvent = {
  id: "s",
  type: "training_started",
  data: { num_sequences: 4 },
};

test("a job on examples shows its steps, its loss and how long it takes still", () => {
  let nowMs = 0;
  const progress = new JobProgress("sft", () => nowMs);
  expect(progress.line(80)).toBe("starting …");
  progress.add([started]);
  expect(progress.line(80)).toBe("[░░░░░░░░░░░░░░░░░░░░] 0/4");
  progress.add([step({ loss: 4, grad_norm: 9 })]);
  expect(progress.line(80)).toBe("[█████░░░░░░░░░░░░░░░] 1/4  loss 4 ▄");
  nowMs = 3_000;
  progress.add([step({ loss: 0.5 })]);
  expect(progress.line(80)).toBe("[██████████░░░░░░░░░░] 2/4  loss 0.5 █▁  6 s left");
  progress.add([step({ loss: 1 }), step({ loss: 1 })]);
  expect(progress.line(80)).toBe("[████████████████████] 4/4  loss 1 █▁▂▂");
});

test("a job by reward shows the rewards of the model's steps first", () => {
  const progress = new JobProgress("rl", () => 0);
  progress.add([started, step({ "loss/train": -0.25, loss: 7 })]);
  progress.rewards = [0.1, 0.9];
  expect(progress.line(80)).toBe("[█████░░░░░░░░░░░░░░░] 1/4  reward 0.9 ▁█  loss -0.25 ▄");
});

test("a job without steps is done at once, and a line never wraps", () => {
  const progress = new JobProgress("sft", () => 0);
  progress.add([{ id: "s", type: "training_started", data: { num_sequences: 0 } }]);
  expect(progress.line(undefined)).toBe("[████████████████████] 0/0");
  expect(progress.line(10)).toBe("[████████");
});

test.each([
  [0.4, "0 s"],
  [59.4, "59 s"],
  [200, "3 min 20 s"],
  [7_500, "2 h 5 min"],
])("%d seconds are %s", (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});
