import type { Datum } from "../../datum.ts";
import type { Engine } from "../../engine.ts";

/** A defect of the engine: calls of a good one, changed. */
export interface EngineDefect {
  readonly item: number;
  readonly says: string;
  readonly wrap: (engine: Engine) => Engine;
}

/** Data with some of its arrays replaced. */
export function mapped(data: readonly Datum[], change: (datum: Datum) => Partial<Datum>): Datum[] {
  return data.map((datum) => ({ ...datum, ...change(datum) }));
}
