import { randomUUID } from "node:crypto";
import type { Engine } from "../engine.ts";
import { EngineError } from "../errors.ts";
import { ConformanceFailure } from "./check.ts";
import type { ConformanceContext } from "./context.ts";
import { tolerancesOf } from "./context.ts";
import type { Item } from "./item.ts";
import { Trial } from "./trial.ts";

/** What became of an item. */
export interface ItemResult {
  readonly number: number;
  readonly title: string;
  readonly outcome: "passed" | "failed" | "not applicable";
  /** Why it failed or does not apply. */
  readonly reason?: string;
  /** Parts that were not tried, and why. */
  readonly notes: readonly string[];
  readonly durationMs: number;
}

/** Runs one item on an engine. Never rejects: whatever goes wrong is the item's reason. */
export async function runItem(
  item: Item,
  engine: Engine,
  context: ConformanceContext,
  timeoutMs = 60_000,
): Promise<ItemResult> {
  const start = performance.now();
  const notes: string[] = [];
  const result = (outcome: ItemResult["outcome"], reason?: string): ItemResult => ({
    number: item.number,
    title: item.title,
    outcome,
    ...(reason !== undefined && { reason }),
    notes,
    durationMs: performance.now() - start,
  });
  const missing = missingDriver(item, context);
  if (missing !== null) return result("not applicable", missing);
  try {
    const profile = await engine.describe();
    const base = profile.baseModels.find(({ id }) => id === context.baseModel);
    if (base === undefined)
      throw new ConformanceFailure(`expected describe to list ${context.baseModel}`);
    const reason = item.notApplicable?.(profile, context) ?? null;
    if (reason !== null) return result("not applicable", reason);
    const trial = new Trial({
      engine,
      context,
      profile,
      base,
      tolerances: { ...tolerancesOf(profile.kind), ...context.tolerances },
      // Names are never used twice, on an engine that keeps them over many runs neither.
      prefix: `conformance-${item.number}-${randomUUID().slice(0, 8)}`,
      seed: (context.seed ?? 1) * 1_000 + item.number,
    });
    await withinTime(runAndClean(item, trial), timeoutMs).finally(() => notes.push(...trial.notes));
    return result("passed");
  } catch (error) {
    return result("failed", reasonOf(error));
  }
}

async function runAndClean(item: Item, trial: Trial): Promise<void> {
  try {
    await item.run(trial);
  } catch (error) {
    // The item's own failure tells more than what cleaning up meets after it.
    await trial.clean().catch((other: unknown) => {
      trial.notes.push(`cleaning up after it failed too: ${String(other)}`);
    });
    throw error;
  }
  await trial.clean();
}

async function withinTime(work: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(
        new ConformanceFailure(`expected an end within ${timeoutMs} ms; some call still runs`),
      );
    }, timeoutMs);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function missingDriver(item: Item, context: ConformanceContext): string | null {
  if (item.needs === "engine" || context[item.needs] !== undefined) return null;
  return `the context has no driver for ${item.needs}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof ConformanceFailure) return error.message;
  const kind = error instanceof EngineError ? `${error.kind}: ` : "";
  return `expected a call to succeed; saw ${kind}${String(error)}`;
}
