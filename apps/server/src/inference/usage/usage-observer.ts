import type { ChatObserver } from "../chat/watch/answer-watch.ts";
import type { UsageCounts } from "./usage-counts.ts";
import type { UsageMeter } from "./usage-meter.ts";
import type { UsageSeries } from "./usage-series.ts";
import type { UsageTotals } from "./usage-totals.ts";

/** Tokens are counted together for so long: a stream brings hundreds of events a second. */
const countedEachMs = 200;

/**
 * Counts what answers use, as the engine samples them: an answer that is cut counts as far as it
 * came. A name that stands for no model counts nothing, since clients could make up any number.
 */
export function usageObserver(
  meter: Pick<UsageMeter, "add">,
  totals: Pick<UsageTotals, "add">,
): ChatObserver {
  return (_request, { entity, project }) => {
    let known: { readonly series: UsageSeries; readonly base: string } | undefined;
    let uncounted = 0;
    let countedMs = -Infinity;
    const count = (more: Partial<UsageCounts>): void => {
      if (known === undefined) return;
      meter.add(known.series, more);
      totals.add(known.base, more);
    };
    return {
      found: ({ name, base }) => {
        known = { series: { entity, project, model: name }, base: base.id };
        count({ requests: 1 });
      },
      prompt: (promptTokens, cachedTokens) => count({ promptTokens, cachedTokens }),
      sampled: (tokens) => {
        uncounted += tokens;
        const nowMs = performance.now();
        if (nowMs - countedMs < countedEachMs) return;
        count({ completionTokens: uncounted });
        uncounted = 0;
        countedMs = nowMs;
      },
      ended: ({ kind }) => {
        const failures = kind === "failed" ? 1 : 0;
        if (uncounted + failures > 0) count({ completionTokens: uncounted, failures });
      },
    };
  };
}
