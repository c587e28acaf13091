import type { Training } from "@heddle/types";
import { expect, test } from "vitest";
import type { JobHistory } from "./curves.ts";
import { reportPage } from "./report-page.ts";

const hostile = `<script>alert("x")</script>'&<img src=x onerror=y>`;

const job: Training.TrainingJob = {
  id: "611069f9-5ae4-4ad9-b789-ff5f6296ccb7",
  object: "training_job",
  type: "rl",
  model_id: "c619346d-64f9-47c6-8625-6985439d422c",
  status: "succeeded",
  created_at: "2026-03-14T09:28:44Z",
  started_at: "2026-03-14T09:28:49Z",
  finished_at: "2026-03-14T09:30:19Z",
  step: 3,
  num_sequences: 3,
  completed_sequences: 3,
  error: null,
  warnings: ["The learning rate is too small to show."],
  recipe: {
    base_model: "OpenPipe/Qwen3-14B-Instruct",
    engine_model: "heddle/loom",
    engine: "embedded",
    server_version: "0.1.0",
    rank: 8,
    alpha: 16,
    seed: 3407,
    start_step: 2,
    config: { learning_rate: 0.00001 },
    training_data_url: null,
    input_digest: "5aWXQmkdXbXoUfGhT7RgEE1X5Kw6vmRvyuOUVXq3cYw",
    data_digest: null,
  },
};

const losses = [0.5, 0.25, 0];
const history: JobHistory = {
  job,
  events: [
    { id: "0", type: "training_started", data: { num_sequences: 3 } },
    ...losses.map((loss, index): Training.TrainingEvent => ({
      id: String(index + 1),
      type: "gradient_step",
      data: {
        "loss/train": loss,
        "loss/entropy": 1 + index,
        "loss/learning_rate": 1e-5,
        ...(index < 2 && { "loss/kl_policy_ref": index / 8 }),
      },
    })),
    { id: "4", type: "training_ended", data: { step: 3, checkpoint_id: "c" } },
  ],
  modelName: "acme/demo/agent",
  rewards: [0.2, 0.4, 0.8, 0.9].map((reward, step) => ({
    id: String(step),
    step,
    created_at: "2026-03-14T09:28:44Z",
    metrics: { "train/reward": reward, "val/reward": 9 },
  })),
};

/** The points of each curve by its title, in the coordinates of its picture. */
function curvesIn(page: string): Record<string, (readonly number[])[]> {
  const found = page.matchAll(/<figcaption>(.*?)<\/figcaption>.*?<polyline\s+points="(.*?)"/gs);
  return Object.fromEntries(
    [...found].map(([, title = "", points = ""]) => [
      title,
      points.split(" ").map((point) => point.split(",").map(Number)),
    ]),
  );
}

/** Throws unless every element is closed in its turn, and returns the names of all. */
function elementsOf(page: string): ReadonlySet<string> {
  const open: string[] = [];
  const names = new Set<string>();
  const text = page.replace("<!doctype html>", "").replace(/<style>.*?<\/style>/s, "");
  const left = text.replaceAll(
    /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z-]+="[^"<>]*")*)\s*(\/?)>/g,
    (_, closes, name: string, _attributes, isEmpty) => {
      names.add(name);
      if (closes === "/") expect(open.pop()).toBe(name);
      else if (isEmpty !== "/") open.push(name);
      return "";
    },
  );
  expect(open).toEqual([]);
  expect(left).not.toMatch(/[<>]/);
  return names;
}

test("a page has a curve of each metric that there is, through its points", () => {
  const curves = curvesIn(reportPage(history));
  expect(Object.keys(curves)).toEqual([
    "Loss",
    "Mean reward of the trajectories, up to those of this job",
    "Divergence from the reference (KL)",
    "Entropy",
    "Learning rate",
  ]);
  // Left to right, and the highest value at the top.
  expect(curves["Loss"]).toEqual([
    [64, 10],
    [346, 83],
    [628, 156],
  ]);
  expect(curves["Entropy"]?.map(([, y]) => y)).toEqual([156, 83, 10]);
  expect(curves["Divergence from the reference (KL)"]).toHaveLength(2);
  // The reward of step 3 came from trajectories after this job.
  expect(Object.values(curves)[1]?.map(([x]) => x)).toEqual([64, 346, 628]);
  expect(curves["Learning rate"]?.map(([, y]) => y)).toEqual([83, 83, 83]);
});

test("a page tells options, warnings, steps and times", () => {
  const text = reportPage(history)
    .replaceAll(/<[^>]*>|\s+/g, " ")
    .replaceAll(/ +/g, " ");
  for (const told of [
    "Training of acme/demo/agent by reward",
    "The learning rate is too small to show.",
    "Took 1 min 30 s",
    "Gradient steps 3 of 3",
    "start_step 2",
    "&quot;learning_rate&quot;: 0.00001",
    "step loss/train loss/entropy loss/learning_rate loss/kl_policy_ref 1 0.5 1 1.00e-5 0 2",
    "gradient step 2: 0.25",
  ]) {
    expect(text).toContain(told);
  }
});

test("a page is well formed, and loads and runs nothing", () => {
  const page = reportPage(history);
  const names = elementsOf(page);
  for (const name of ["script", "link", "img", "iframe", "object"])
    expect(names).not.toContain(name);
  expect(page.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|url\(|@import/);
});

test("hostile texts stay texts, wherever they come from", () => {
  const [first, ...events] = history.events;
  const page = reportPage({
    ...history,
    modelName: hostile,
    job: {
      ...job,
      status: "failed",
      error: { message: hostile },
      warnings: [hostile],
      recipe: {
        ...job.recipe,
        base_model: hostile,
        config: { [hostile]: hostile },
        training_data_url: hostile,
      },
    },
    events: [first!, { id: "x", type: "gradient_step", data: { [hostile]: 1 } }, ...events],
  });
  const names = elementsOf(page);
  expect([...names]).not.toContain("script");
  expect([...names]).not.toContain("img");
  expect(page.split("&lt;script&gt;").length - 1).toBe(9);
});

test("a job that has not begun has a page, too", () => {
  const waiting = { status: "queued", started_at: null, finished_at: null, step: null } as const;
  const page = reportPage({
    job: { ...job, ...waiting, num_sequences: null, recipe: { ...job.recipe, config: null } },
    events: [],
    modelName: "acme/demo/agent",
    rewards: [],
  });
  elementsOf(page);
  expect(page).toContain("The job has taken no step.");
  expect(page).not.toContain("<svg");
});

test("many steps are averaged in the curve, and cut in the table", () => {
  const events = Array.from({ length: 2_500 }, (_, index): Training.TrainingEvent => ({
    id: String(index),
    type: "gradient_step",
    data: { loss: index },
  }));
  const page = reportPage({ ...history, events });
  expect(curvesIn(page)["Loss"]).toHaveLength(834);
  expect(page).toContain("1500 more steps are in the curves alone.");
});
