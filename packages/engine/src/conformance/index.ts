export { ConformanceFailure } from "./check.ts";
export { conformanceCases, formatReport, runConformance } from "./conformance.ts";
export type { ConformanceCase, ConformanceOptions, ConformanceReport } from "./conformance.ts";
export { tolerancesOf } from "./context.ts";
export type { ConformanceContext, Tolerances } from "./context.ts";
export type {
  JobOutcome,
  JobsDriver,
  JobsTrial,
  JobTrajectory,
  PollFault,
  TinkerDriver,
  TinkerTrial,
  UpstreamDriver,
  UpstreamTrial,
} from "./drivers.ts";
export type { Item, ItemOwner } from "./item.ts";
export { conformanceItems } from "./items/index.ts";
export type { ItemResult } from "./run-item.ts";
