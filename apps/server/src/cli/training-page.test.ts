import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { example, PageReader } from "./testing/pages.ts";

let reader: PageReader;

beforeEach(async () => {
  reader = await PageReader.create();
});

afterEach(async () => {
  await reader.close();
});

test("the pages' lines train a model, follow the job, and take the step along", async () => {
  const root = reader.folder;
  await reader.run(await example("training-jobs.md", "lessons"));
  await reader.start(["--training-data-folders", join(root, "lessons")]);
  const examples = await Promise.all([
    example("training-jobs.md", "train"),
    example("training-jobs.md", "ask"),
    example("training-jobs.md", "follow"),
    example("checkpoints.md", "export"),
  ]);
  const printed = await reader.run(examples.join("echo\n"));
  expect(printed).toContain("started, 20 steps");
  expect(printed).toContain("step 20: loss ");
  expect(printed).toContain("Succeeded: the model has step 1, after 20 gradient steps in ");
  expect(printed).toMatch(/"content":"[^"]*Pickle/);
  expect(printed).toContain("local/demo/pet, step 1: an adapter of heddle/loom, in ");
  expect(await readFile(join(root, "report.html"), "utf8")).toContain("<figcaption>Loss");
  expect(await readdir(join(root, "exported/adapter"))).toContain("adapter_model.safetensors");
  expect(await readdir(join(root, "exported/merged"))).toContain("model.safetensors");
});
