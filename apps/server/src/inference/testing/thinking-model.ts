import { cp, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const engineFolder = dirname(createRequire(import.meta.url).resolve("@heddle/engine/package.json"));
const opening = "<|im_start|>assistant\\n";

/**
 * Copies the built-in model into a folder, with a chat template that opens a reasoning for it, and
 * closes it at once where `enable_thinking` is false.
 */
export async function thinkingModel(folder: string): Promise<void> {
  await cp(join(engineFolder, "models/loom"), folder, { recursive: true });
  const file = join(folder, "chat_template.jinja");
  const template = await readFile(file, "utf8");
  const thinking = template.replace(
    `'${opening}'`,
    `'${opening}<think>\\n' + ('</think>\\n' if enable_thinking is false else '')`,
  );
  if (thinking === template) throw new Error("the template opens the turn in another way");
  await writeFile(file, thinking);
}
