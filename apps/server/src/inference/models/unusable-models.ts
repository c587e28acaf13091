import type { UnusableEntry } from "./model-plan.ts";
import type { ModelSource } from "./model-source.ts";
import { UnusableModel } from "./unusable-model.ts";

/** Registered models whose folders cannot be used: lists leave them out, and a request is told so. */
export class UnusableModels implements ModelSource {
  readonly #names: ReadonlySet<string>;

  constructor(entries: readonly UnusableEntry[]) {
    this.#names = new Set(entries.map(({ name }) => name));
  }

  async list(): Promise<[]> {
    return [];
  }

  async find(name: string): Promise<undefined> {
    if (this.#names.has(name)) throw new UnusableModel(name);
  }

  async describe(name: string): Promise<undefined> {
    await this.find(name);
  }
}
