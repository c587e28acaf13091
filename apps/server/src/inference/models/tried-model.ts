import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BaseText,
  type EmbeddedEngine,
  EngineError,
  openEmbeddedEngine,
} from "@heddle/engine";
import { ConfigError } from "../../config/config.ts";
import { adapterFiles } from "./checked-folder.ts";
import type { ModelPlan } from "./model-plan.ts";

/** What only an engine can say of a model. */
export interface TriedModel {
  /** Whether the chat template writes the tools of a request into the prompt. */
  readonly showsTools: boolean;
}

const messages = [{ role: "user", content: "Hello" }];
const tools = [
  {
    type: "function",
    function: { name: "look_up", parameters: { type: "object", properties: {} } },
  },
];

/**
 * Tries a model of a plan in an engine of its own, in a folder that goes with it: its tokenizer and
 * its chat template, and for an adapter whether its tensors fit the base model, which is loaded.
 *
 * @throws ConfigError with what the engine refuses it for
 */
export async function triedModel(
  plan: ModelPlan,
  name: string,
  memoryBytes: number,
): Promise<TriedModel> {
  const adapter = plan.adapters.find((one) => one.name === name);
  const base = adapter?.base ?? name;
  const folder = plan.bases.get(base)?.model;
  const directory = await mkdtemp(join(tmpdir(), "heddle-try-"));
  let engine: EmbeddedEngine | undefined;
  try {
    engine = await openEmbeddedEngine({
      directory,
      maxMemoryBytes: memoryBytes,
      ...(folder !== undefined && { models: { [base]: folder } }),
    });
    const showsTools = await rendersTools(engine.text(base));
    if (adapter !== undefined) await importOnce(engine, base, adapter.path);
    return { showsTools };
  } catch (error) {
    if (!(error instanceof EngineError) || error.kind === "internal") throw error;
    throw new ConfigError(`${name} cannot be served: ${error.message}`);
  } finally {
    await engine?.shutdown();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Throws what the engine refuses a prompt of one message for. */
async function rendersTools(text: BaseText): Promise<boolean> {
  await text.encodePrompt({ messages });
  try {
    const [without, within] = await Promise.all([
      text.render({ messages }),
      text.render({ messages, tools }),
    ]);
    return within !== without;
  } catch (error) {
    // A template may refuse tools in its own words; then it does not show them.
    if (error instanceof EngineError && error.kind === "invalid") return false;
    throw error;
  }
}

async function importOnce(engine: EmbeddedEngine, base: string, path: string): Promise<void> {
  const files = await Promise.all(
    adapterFiles.map(async (name) => ({ name, bytes: await readFile(join(path, name)) })),
  );
  await engine.importAdapter({ modelKey: "tried", version: "1", baseModel: base, files });
}
