import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type EmbeddedEngine, openEmbeddedEngine } from "../../embedded/embedded-engine.ts";
import type { AdapterFile, SamplerRef } from "../../engine.ts";
import { type FixtureFamily, fixtureFamilies } from "./fixture.ts";

const fixturesPath = join(import.meta.dirname, "..", "fixtures");

/** The whole engine over the fixtures' models, each by its family's name. */
export class FamilyEngine {
  readonly engine: EmbeddedEngine;
  readonly #directory: string;

  private constructor(engine: EmbeddedEngine, directory: string) {
    this.engine = engine;
    this.#directory = directory;
  }

  static async open(): Promise<FamilyEngine> {
    const directory = mkdtempSync(join(tmpdir(), "heddle-parity-"));
    const models = Object.fromEntries(
      fixtureFamilies.map((family) => [family, join(fixturesPath, family, "model")]),
    );
    return new FamilyEngine(await openEmbeddedEngine({ directory, models, threads: 1 }), directory);
  }

  import(
    family: FixtureFamily,
    modelKey: string,
    files: readonly AdapterFile[],
  ): Promise<SamplerRef> {
    return this.engine.importAdapter({ modelKey, version: "1", baseModel: family, files });
  }

  /** The log-probabilities of the tokens from the second on. */
  async scores(sampler: SamplerRef, tokens: readonly number[]): Promise<number[]> {
    const [first, ...scores] = await this.engine.score(sampler, Int32Array.from(tokens));
    if (first !== null || scores.some((score) => score === null))
      throw new Error("Every token but the first has a score.");
    return scores as number[];
  }

  /** The files of a sampler, as the engine exports them. */
  async exported(sampler: SamplerRef): Promise<AdapterFile[]> {
    const files: AdapterFile[] = [];
    for await (const file of this.engine.exportAdapter(sampler)) files.push(file);
    return files;
  }

  async close(): Promise<void> {
    await this.engine.shutdown();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
