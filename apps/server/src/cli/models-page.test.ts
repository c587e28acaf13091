import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeTinyModel } from "../inference/testing/tiny-models.ts";
import { example, PageReader } from "./testing/pages.ts";

const page = "models.md";
let reader: PageReader;

beforeEach(async () => {
  reader = await PageReader.create();
});

afterEach(async () => {
  await reader.close();
});

test("the page's lines add a model, and get an answer from it", async () => {
  writeTinyModel(join(reader.folder, "SmolLM2-135M-Instruct"));
  await reader.start();
  const lines = (await example(page, "add")).replaceAll("/data/", `${reader.folder}/`);
  const added = await reader.run(lines);
  expect(added).toContain("smol: Llama, 26912 parameters");
  expect(added).toContain("at its next start");
  expect(added).toMatch(/^smol +model +65MiB/m);
  await reader.start();
  const answer = await reader.run(await example(page, "ask"));
  expect(JSON.parse(answer)).toMatchObject({ object: "chat.completion", model: "smol" });
});
