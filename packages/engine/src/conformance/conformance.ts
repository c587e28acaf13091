import type { Engine } from "../engine.ts";
import type { ConformanceContext } from "./context.ts";
import { conformanceItems } from "./items/index.ts";
import type { ItemResult } from "./run-item.ts";
import { runItem } from "./run-item.ts";

/** What became of all items. */
export interface ConformanceReport {
  readonly results: readonly ItemResult[];
  readonly passed: number;
  readonly failed: number;
  readonly notApplicable: number;
}

/** Which items to run, and how long each may take. */
export interface ConformanceOptions {
  /** Numbers of items; left out: all 49. */
  readonly items?: readonly number[];
  /** Default 60,000. */
  readonly itemTimeoutMs?: number;
  /** Called after each item. */
  onResult?(result: ItemResult): void;
}

/** One item as a test of any framework. */
export interface ConformanceCase {
  /** `7: accumulate without a step leaves forward as it was` */
  readonly name: string;
  /** Runs it; the first one to run opens the engine. */
  run(): Promise<ItemResult>;
}

/**
 * Holds an engine to the interface, item after item.
 *
 * @example
 *
 * ```ts
 * const open = () => openEmbeddedEngine({ directory: "data/engine" });
 * const report = await runConformance({ open, baseModel: "heddle/loom" });
 * console.log(formatReport(report));
 * ```
 */
export async function runConformance(
  context: ConformanceContext,
  options: ConformanceOptions = {},
): Promise<ConformanceReport> {
  const { cases, close } = conformanceCases(context, options);
  const results: ItemResult[] = [];
  try {
    for (const one of cases) {
      const result = await one.run();
      options.onResult?.(result);
      results.push(result);
    }
  } finally {
    await close();
  }
  const count = (outcome: ItemResult["outcome"]): number =>
    results.filter((result) => result.outcome === outcome).length;
  return {
    results,
    passed: count("passed"),
    failed: count("failed"),
    notApplicable: count("not applicable"),
  };
}

/**
 * The items as cases for a test framework; `close` ends the engine when the last one is through.
 *
 * @example In vitest; `node:test` differs in how a test is skipped.
 *
 * ```ts
 * const { cases, close } = conformanceCases({ open, baseModel: "heddle/loom" });
 * afterAll(close);
 * it.for(cases.map((one) => [one.name, one] as const))("%s", async ([, one], { skip, expect }) => {
 *   const { outcome, reason } = await one.run();
 *   if (outcome === "not applicable") skip(reason);
 *   expect(outcome, reason).toBe("passed");
 * });
 * ```
 */
export function conformanceCases(
  context: ConformanceContext,
  options: Pick<ConformanceOptions, "items" | "itemTimeoutMs"> = {},
): { readonly cases: readonly ConformanceCase[]; readonly close: () => Promise<void> } {
  let engine: Promise<Engine> | null = null;
  const opened = (): Promise<Engine> => (engine ??= context.open());
  const { items, itemTimeoutMs } = options;
  return {
    cases: conformanceItems
      .filter(({ number }) => items?.includes(number) ?? true)
      .map((item) => ({
        name: `${item.number}: ${item.title}`,
        run: async () => runItem(item, await opened(), context, itemTimeoutMs),
      })),
    close: async () => {
      if (engine !== null) await (await engine).shutdown();
    },
  };
}

/** A report as lines of text: each item that did not pass, each remark, and the sums. */
export function formatReport(report: ConformanceReport): string {
  const lines = report.results.flatMap(({ number, title, outcome, reason, notes }) => [
    ...(outcome === "passed" ? [] : [`${number}: ${outcome}: ${title}: ${reason ?? ""}`]),
    ...notes.map((note) => `${number}: ${note}`),
  ]);
  const { passed, failed, notApplicable } = report;
  return [...lines, `${passed} passed, ${failed} failed, ${notApplicable} not applicable`].join(
    "\n",
  );
}
