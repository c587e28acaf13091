import { EngineError } from "../../errors.ts";
import type { LowRank } from "./low-rank.ts";
import type { TrainingState } from "./training-state.ts";

/** What outlives an instance of the fake. */
export class Disk {
  /** By model key and name. */
  readonly states: Shelf<TrainingState> = new Shelf("checkpoint");
  /** By model key and version. */
  readonly samplers: Shelf<LowRank> = new Shelf("sampler");
  /** By model key: the state after the last step. */
  readonly lastSteps: Map<string, TrainingState> = new Map();
}

/** Things under a model's key and a name that is taken once for ever. */
export class Shelf<T> {
  private readonly what: string;
  private readonly things = new Map<string, T | null>();

  constructor(what: string) {
    this.what = what;
  }

  put(modelKey: string, name: string, thing: T): void {
    if (!/^[\w.-]{1,200}$/.test(name)) {
      throw new EngineError("invalid", `"${name}" is no name for a ${this.what}`);
    }
    const key = `${modelKey}/${name}`;
    if (this.things.has(key)) {
      throw new EngineError("conflict", `${modelKey} has had a ${this.what} ${name} already`);
    }
    this.things.set(key, thing);
  }

  get(modelKey: string, name: string): T {
    const thing = this.things.get(`${modelKey}/${name}`) ?? null;
    if (thing === null) {
      throw new EngineError("not_found", `${modelKey} has no ${this.what} ${name}`);
    }
    return thing;
  }

  delete(modelKey: string, name: string): void {
    this.get(modelKey, name);
    this.things.set(`${modelKey}/${name}`, null);
  }

  names(modelKey: string): string[] {
    return [...this.things]
      .filter(([key, thing]) => key.startsWith(`${modelKey}/`) && thing !== null)
      .map(([key]) => key.slice(modelKey.length + 1));
  }
}
