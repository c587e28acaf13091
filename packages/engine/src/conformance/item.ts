import type { EngineProfile } from "../profile.ts";
import type { ConformanceContext } from "./context.ts";
import type { Trial } from "./trial.ts";

/** Who must keep to an item: every engine, or a part of the product that stands on engines. */
export type ItemOwner = "engine" | "jobs" | "tinker" | "upstream";

/** One thing that holds for every engine, and how to see it. */
export interface Item {
  /** From 1 to 49; the order of the documentation. */
  readonly number: number;
  readonly title: string;
  readonly needs: ItemOwner;
  /** Why the item says nothing about an engine of this profile; null when it does. */
  notApplicable?(profile: EngineProfile, context: ConformanceContext): string | null;
  /** Throws when the engine does not behave. */
  run(trial: Trial): Promise<void>;
}
