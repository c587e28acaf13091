import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedEngine, type EmbeddedEngine } from "@heddle/engine";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ReasoningModels } from "./reasoning-models.ts";

/** The built-in model's template, and what the templates of well-known models do beside it. */
const templates: Readonly<Record<string, (plain: string) => string>> = {
  plain: (plain) => plain,
  // As Qwen3: reasoning of earlier answers is shown.
  shows: (plain) =>
    plain +
    "{% for message in messages %}{% if message.reasoning_content %}<think>{{ message.reasoning_content }}</think>{% endif %}{% endfor %}",
  // As DeepSeek-R1: the answer begins in the middle of the reasoning.
  opens: (plain) => `${plain}{% if add_generation_prompt %}<think>\n{% endif %}`,
  refuses: () => "{{ raise_exception('no conversation is good enough') }}",
};

let directory: string;
let engine: EmbeddedEngine;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "heddle-reasoning-"));
  const loom = join(import.meta.dirname, "../../../../../../packages/engine/models/loom");
  const plain = await readFile(join(loom, "chat_template.jinja"), "utf8");
  const models: Record<string, string> = {};
  for (const [name, template] of Object.entries(templates)) {
    models[name] = join(directory, name);
    await cp(loom, models[name], { recursive: true });
    await writeFile(join(models[name], "chat_template.jinja"), template(plain));
  }
  engine = await openEmbeddedEngine({ directory: join(directory, "engine"), models });
});
afterAll(async () => {
  await engine.shutdown();
  await rm(directory, { recursive: true });
});

it.each([
  ["plain", false],
  ["shows", true],
  ["opens", true],
  ["refuses", false],
] as const)("a model whose template is %s: %j", async (name, reasons) => {
  const models = new ReasoningModels();
  const text = engine.text(name);
  expect(await models.reasons(text)).toBe(reasons);
  expect(models.reasons(text)).toBe(models.reasons(text));
});
