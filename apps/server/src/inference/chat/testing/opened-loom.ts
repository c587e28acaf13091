import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedEngine, type EmbeddedEngine, type SamplingTarget } from "@heddle/engine";
import { completionDatum } from "@heddle/engine/losses";
import type { ServedModel } from "../../models/served-model.ts";

type Model = Partial<Pick<ServedModel, "target" | "isTrained" | "marksCalls">>;

/** The built-in model in an engine of its own, and chat on top of it. */
export class OpenedLoom {
  readonly engine: EmbeddedEngine;
  readonly #directory: string;

  private constructor(engine: EmbeddedEngine, directory: string) {
    this.engine = engine;
    this.#directory = directory;
  }

  static async open(): Promise<OpenedLoom> {
    const directory = await mkdtemp(join(tmpdir(), "heddle-chat-"));
    return new OpenedLoom(await openEmbeddedEngine({ directory }), directory);
  }

  async close(): Promise<void> {
    await this.engine.shutdown();
    await rm(this.#directory, { recursive: true });
  }

  async model(changes: Model = {}): Promise<ServedModel> {
    const { baseModels } = await this.engine.describe();
    const base = baseModels.find(({ id }) => id === "heddle/loom")!;
    return {
      name: "m",
      target: { kind: "base", baseModel: base.id },
      base,
      text: this.engine.text(base.id),
      isTrained: false,
      marksCalls: true,
      generationDefaults: {},
      ...changes,
    };
  }

  /** Trains an adapter until it answers a prompt with a text, and publishes it. */
  async trained(modelKey: string, prompt: string, answer: string): Promise<SamplingTarget> {
    const text = this.engine.text("heddle/loom");
    const handle = await this.engine.openModel({
      modelKey,
      baseModel: "heddle/loom",
      lora: { rank: 8 },
    });
    const datum = completionDatum(await text.encode(prompt), await text.encode(answer));
    for (let step = 0; step < 40; step++) {
      await this.engine.accumulate(handle, [datum], { name: "cross_entropy" });
      await this.engine.step(handle, { learningRate: 5e-3 });
    }
    const sampler = await this.engine.publish(handle, "1");
    await this.engine.close(handle);
    return sampler;
  }
}
