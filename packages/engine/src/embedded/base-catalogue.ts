import { asEngineError, EngineError } from "../errors.ts";
import { type ModelFootprint, modelFootprint } from "../model/footprint.ts";
import type { BaseModel } from "../profile.ts";
import type { TextWorker } from "@heddle/text/worker";
import type { Vocabulary } from "@heddle/text";
import type { GenerationDefaults } from "../weights/generation-defaults.ts";
import { readModelFolder, type ModelFolder } from "../weights/model-folder.ts";
import type { CallLimit } from "./call-limit.ts";
import type { WorkerClient } from "./worker-client.ts";

/** A base model that a worker has or is loading. */
interface BaseLoad {
  readonly loaded: Promise<void>;
  /** See `Operations.loadBase`. */
  readonly progress: Int32Array;
}

interface CatalogueEntry {
  readonly base: BaseModel;
  readonly folder: ModelFolder;
  /** Resolves when the text worker has its tokenizer and template. */
  vocabulary: Promise<Vocabulary> | null;
}

/** What holds for the models of a catalogue. */
export interface CatalogueOptions {
  /** The models whose JSON schemas are tightened. */
  readonly tightenedModels: readonly string[];
  /** The highest rank of an adapter; a narrow model has a lower one. */
  readonly maxRank: number;
}

/** The base models of an engine: read and checked when it opens, loaded when one is first needed. */
export class BaseCatalogue {
  readonly #text: TextWorker;
  readonly #tightened: ReadonlySet<string>;
  readonly #entries = new Map<string, CatalogueEntry>();
  /** Which models a worker has or is loading. */
  readonly #loads = new WeakMap<WorkerClient, Map<string, BaseLoad>>();

  /**
   * Throws what `readModelFolder` throws for a folder that cannot be run, `invalid` for a tightened model that is not
   * there.
   */
  constructor(
    folders: ReadonlyMap<string, string | ModelFolder>,
    { tightenedModels, maxRank }: CatalogueOptions,
    text: TextWorker,
  ) {
    this.#text = text;
    this.#tightened = new Set(tightenedModels);
    for (const id of tightenedModels) {
      if (folders.has(id)) continue;
      throw new EngineError("invalid", `tightenedModels names ${id}, which is not a base model`, {
        parameter: "tightenedModels",
      });
    }
    for (const [id, path] of folders) {
      const folder = typeof path === "string" ? readModelFolder(path) : path;
      const base: BaseModel = {
        id,
        contextTokens: folder.shape.contextTokens,
        vocabularyTokens: folder.shape.vocabulary,
        endTokens: folder.endTokens,
        // An adapter of a higher rank would have more numbers than the matrix that it changes.
        maxRank: Math.min(maxRank, folder.shape.width),
      };
      this.#entries.set(id, { base, folder, vocabulary: null });
    }
  }

  get models(): readonly BaseModel[] {
    return [...this.#entries.values()].map(({ base }) => base);
  }

  /** Throws `not_found`, naming what there is. */
  find(id: string): BaseModel {
    return this.#entry(id).base;
  }

  /** What the model's folder proposes for requests that say nothing. */
  generationDefaults(id: string): GenerationDefaults {
    return this.#entry(id).folder.generationDefaults;
  }

  /** Resolves when the model's tokenizer and template are loaded. */
  vocabulary(id: string): Promise<Vocabulary> {
    const entry = this.#entry(id);
    entry.vocabulary ??= this.#loadText(id, entry);
    return entry.vocabulary;
  }

  /** Resolves when a worker has the model; a load that failed is tried again by the next call. */
  async ensureLoaded(id: string, client: WorkerClient, limit: CallLimit): Promise<void> {
    const loads = this.#loads.get(client) ?? new Map<string, BaseLoad>();
    this.#loads.set(client, loads);
    let load = loads.get(id);
    if (load === undefined) {
      const progress = new SharedArrayBuffer(4);
      load = {
        loaded: this.#load(id, client, progress),
        progress: new Int32Array(progress),
      };
      loads.set(id, load);
      load.loaded.catch(() => loads.delete(id));
    }
    await limit.race(load.loaded);
  }

  /** How much of a model's weights a worker has, from 0 to 1. Throws `not_found`. */
  loadedShare(id: string, client: WorkerClient): number {
    this.#entry(id);
    const load = this.#loads.get(client)?.get(id);
    return load === undefined ? 0 : Atomics.load(load.progress, 0) / 1000;
  }

  /** What a model needs of the memory. Throws `not_found`. */
  footprint(id: string): ModelFootprint {
    return modelFootprint(this.#entry(id).folder.shape);
  }

  async #load(id: string, client: WorkerClient, progress: SharedArrayBuffer): Promise<void> {
    const vocabulary = await this.vocabulary(id);
    const { folder, shape, endTokens } = this.#entry(id).folder;
    await client.call(
      "loadBase",
      { baseModel: id, folder, shape, endTokens, vocabulary, progress },
      { whenLost: "unavailable" },
    );
  }

  async #loadText(id: string, entry: CatalogueEntry): Promise<Vocabulary> {
    const { text, shape, endTokens } = entry.folder;
    try {
      return await this.#text.load(id, {
        ...text,
        contextTokens: shape.contextTokens,
        vocabularyTokens: shape.vocabulary,
        endTokens,
        tightensSchemas: this.#tightened.has(id),
      });
    } catch (error) {
      entry.vocabulary = null;
      throw asEngineError(error);
    }
  }

  #entry(id: string): CatalogueEntry {
    const entry = this.#entries.get(id);
    if (entry !== undefined) return entry;
    const known = [...this.#entries.keys()].join(", ") || "none";
    throw new EngineError("not_found", `there is no base model ${id} (there are: ${known})`, {
      parameter: "baseModel",
    });
  }
}
