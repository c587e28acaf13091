import type { EmbeddedEngine } from "@heddle/engine";

/** Where the progress of loads goes. */
export interface ModelLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What a load needs of an engine. */
export type LoadingEngine = Pick<EmbeddedEngine, "load" | "loadedShare">;

/** A load that takes longer is reported each time this has passed. */
const progressMs = 2000;

/** Loads base models when they are first asked for, and writes into the log how far that is. */
export class ModelLoads {
  readonly #engine: LoadingEngine;
  readonly #log: ModelLog;
  readonly #underWay = new Set<string>();

  constructor(engine: LoadingEngine, log: ModelLog) {
    this.#engine = engine;
    this.#log = log;
  }

  /**
   * Begins to load a base model that is not loaded, without waiting for it: the tokenizer reads the
   * prompt meanwhile. A call that needs the model waits for it, and fails as the load does.
   */
  begin(baseModel: string): void {
    if (this.#underWay.has(baseModel) || this.share(baseModel) === 1) return;
    this.#underWay.add(baseModel);
    void this.#load(baseModel);
  }

  /** How much of a base model is loaded, from 0 to 1; 0 while the engine starts again. */
  share(baseModel: string): number {
    try {
      return this.#engine.loadedShare(baseModel);
    } catch {
      // The engine does not run just now; whoever samples is told so.
      return 0;
    }
  }

  async #load(model: string): Promise<void> {
    const startedAt = performance.now();
    this.#log.info({ model }, "loading");
    const timer = setInterval(() => {
      this.#log.info({ model, percent: Math.floor(this.share(model) * 100) }, "loading");
    }, progressMs);
    try {
      await this.#engine.load(model);
      this.#log.info({ model, ms: Math.round(performance.now() - startedAt) }, "loaded");
    } catch (err) {
      this.#log.error({ err, model }, "not loaded");
    } finally {
      clearInterval(timer);
      this.#underWay.delete(model);
    }
  }
}
