import type { UsageCounts } from "./usage-counts.ts";
import type { UsageSeries } from "./usage-series.ts";

/** The usage of one series in one hour. */
export interface UsageRow extends UsageSeries, UsageCounts {
  /** When the hour begins: `2026-11-23T17:00:00Z`. */
  readonly hour: string;
}
