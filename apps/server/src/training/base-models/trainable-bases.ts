import type { Models } from "../../inference/models/models.ts";

/** A name that a new model may give as its base model. */
export interface TrainableBase {
  readonly name: string;
  /** The base model of the engine that the name stands for. */
  readonly id: string;
}

/** Entities have no empty name, so these are the models of the whole server. */
const wholeServer = "";

/** The base models that can be trained: those of the engine, and the names mapped onto them. */
export class TrainableBases {
  readonly #models: Pick<Models, "list">;

  constructor(models: Pick<Models, "list">) {
    this.#models = models;
  }

  /** All of them, in the order of lists. */
  async list(): Promise<readonly TrainableBase[]> {
    const listed = await this.#models.list(wholeServer);
    const bases = new Set(listed.filter(({ kind }) => kind === "base").map(({ name }) => name));
    // A mapped name may stand for an adapter, which is no base model.
    return listed.flatMap(({ name, standsFor: id = name }) => (bases.has(id) ? { name, id } : []));
  }
}
