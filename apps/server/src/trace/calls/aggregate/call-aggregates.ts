import type { Traces } from "../../../store/traces/traces.ts";
import { CallStats } from "./call-stats.ts";
import { CallUsage } from "./call-usage.ts";

/** Figures over many calls. */
export class CallAggregates {
  readonly stats: CallStats;
  readonly usage: CallUsage;

  /** `nowUs` gives µs since 1970. */
  constructor(traces: Traces, nowUs: () => number = () => Date.now() * 1000) {
    this.stats = new CallStats(traces, nowUs);
    this.usage = new CallUsage(traces);
  }
}
