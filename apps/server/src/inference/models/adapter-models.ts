import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type AdapterFile,
  type EmbeddedEngine,
  EngineError,
  type SamplerRef,
} from "@heddle/engine";
import type { BaseModels } from "./base-models.ts";
import { adapterFiles } from "./checked-folder.ts";
import type { ModelLog } from "./model-loads.ts";
import type { PlannedAdapter } from "./model-plan.ts";
import type { ListedModel, ModelSource } from "./model-source.ts";
import type { ServedModel } from "./served-model.ts";
import { UnusableModel } from "./unusable-model.ts";

/** The engine names an adapter by its content, so one version is all there is. */
const onlyVersion = "1";

/** What adapters need. */
export interface AdapterModelOptions {
  readonly engine: Pick<EmbeddedEngine, "importAdapter" | "footprint">;
  readonly bases: BaseModels;
  readonly adapters: readonly PlannedAdapter[];
  readonly log: ModelLog;
  /** When the server started, in seconds since 1970. */
  readonly startedS: number;
}

/**
 * Adapters from folders in PEFT's layout, for every entity. One is imported at its first use, under
 * a name that its content gives: the same content is imported once, and a changed folder never
 * answers with the weights of before.
 *
 * They count as trained: somebody changed the weights, so what the makers of the base model propose
 * does not hold for them, and whoever measures an adapter, or trains on its answers, needs the
 * distribution as it is.
 */
export class AdapterModels implements ModelSource {
  readonly #options: AdapterModelOptions;
  readonly #adapters: ReadonlyMap<string, PlannedAdapter>;
  /** Imports by name: many first requests for an adapter share one. */
  readonly #imports = new Map<string, Promise<SamplerRef>>();

  constructor(options: AdapterModelOptions) {
    this.#options = options;
    this.#adapters = new Map(options.adapters.map((adapter) => [adapter.name, adapter]));
  }

  async find(name: string): Promise<ServedModel | undefined> {
    const adapter = this.#adapters.get(name);
    const base = adapter && (await this.#options.bases.find(adapter.base));
    if (adapter === undefined || base === undefined) return undefined;
    return {
      ...base,
      name,
      target: await this.#imported(adapter),
      isTrained: true,
      marksCalls: false,
      generationDefaults: {},
    };
  }

  async list(): Promise<readonly ListedModel[]> {
    return [...this.#adapters.values()].map((adapter) => this.#listed(adapter));
  }

  async describe(name: string): Promise<ListedModel | undefined> {
    const adapter = this.#adapters.get(name);
    return adapter && this.#listed(adapter);
  }

  #listed({ name, base }: PlannedAdapter): ListedModel {
    return { name, kind: "adapter", parent: base, createdS: this.#options.startedS };
  }

  async #imported(adapter: PlannedAdapter): Promise<SamplerRef> {
    const { name } = adapter;
    let importing = this.#imports.get(name);
    if (importing === undefined) {
      importing = this.#import(adapter);
      this.#imports.set(name, importing);
      // The next request tries again: the folder may have been mended.
      importing.catch(() => this.#imports.delete(name));
    }
    return await importing;
  }

  async #import({ name, path, base }: PlannedAdapter): Promise<SamplerRef> {
    const { engine, log } = this.#options;
    try {
      const files = await Promise.all(
        adapterFiles.map(async (file) => ({ name: file, bytes: await readFile(join(path, file)) })),
      );
      const modelKey = keyOf(files, base, engine.footprint(base).parameters);
      const version = onlyVersion;
      const adapter = { modelKey, version, baseModel: base, files };
      return await engine.importAdapter(adapter).catch((error: unknown) => {
        if (!(error instanceof EngineError) || error.kind !== "conflict") throw error;
        // An earlier start has imported the same content.
        return { kind: "sampler", modelKey, version };
      });
    } catch (err) {
      if (!isOfFolder(err)) throw err;
      log.error({ err, model: name, folder: path }, "an adapter cannot be served");
      throw new UnusableModel(name);
    }
  }
}

/** A name by the content of an adapter and the base model, which must keep its size too. */
function keyOf(files: readonly AdapterFile[], base: string, parameters: number): string {
  const hash = createHash("sha256").update(`${base}\n${parameters}\n`);
  for (const { name, bytes } of files) hash.update(`${name} ${bytes.length}\n`).update(bytes);
  return `adapter-${hash.digest("hex").slice(0, 48)}`;
}

/** Whether the folder is at fault, and not the engine or its memory of this moment. */
function isOfFolder(error: unknown): boolean {
  if (!(error instanceof EngineError)) return error instanceof Error && "code" in error;
  return ["invalid", "unsupported", "not_found"].includes(error.kind);
}
