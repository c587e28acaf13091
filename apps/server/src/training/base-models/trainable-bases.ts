import type { BaseModel, Engine } from "@heddle/engine";
import type { Models } from "../../inference/models/models.ts";
import { suitingRates } from "./suiting-rates.ts";

/** A name that a new model may give as its base model. */
export interface TrainableBase {
  readonly name: string;
  /** The base model of the engine that the name stands for. */
  readonly id: string;
}

/** What is known of such a name. */
export interface BaseDetails extends TrainableBase, Pick<BaseModel, "contextTokens" | "maxRank"> {
  /** The learning rate that suits it; undefined where nobody has measured one. */
  readonly learningRate: number | undefined;
}

/** Entities have no empty name, so these are the models of the whole server. */
const wholeServer = "";

/** The base models that can be trained: those of the engine, and the names mapped onto them. */
export class TrainableBases {
  readonly #models: Pick<Models, "list">;
  readonly #engine: Pick<Engine, "describe">;

  constructor(models: Pick<Models, "list">, engine: Pick<Engine, "describe">) {
    this.#models = models;
    this.#engine = engine;
  }

  /** All of them, in the order of lists. */
  async list(): Promise<readonly TrainableBase[]> {
    const listed = await this.#models.list(wholeServer);
    const bases = new Set(listed.filter(({ kind }) => kind === "base").map(({ name }) => name));
    // A mapped name may stand for an adapter, which is no base model.
    return listed.flatMap(({ name, standsFor: id = name }) => (bases.has(id) ? { name, id } : []));
  }

  /** The same, with what the engine says of each. */
  async details(): Promise<readonly BaseDetails[]> {
    const [bases, { baseModels }] = await Promise.all([this.list(), this.#engine.describe()]);
    const known = new Map(baseModels.map((model) => [model.id, model]));
    return bases.flatMap(({ name, id }) => {
      const model = known.get(id);
      if (model === undefined) return [];
      const { contextTokens, maxRank } = model;
      return { name, id, contextTokens, maxRank, learningRate: suitingRates.get(id) };
    });
  }
}
