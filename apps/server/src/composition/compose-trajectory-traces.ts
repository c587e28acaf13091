import type { Access } from "../access/access.ts";
import type { Config } from "../config/config.ts";
import type { Logger } from "../http/log.ts";
import { TrajectoryTracing } from "../training/tracing/trajectory-tracing.ts";
import type { TrajectoryTraces } from "../training/trajectories/trajectory-traces.ts";
import type { Closers } from "./closers.ts";
import type { ComposedTrace } from "./compose-trace.ts";
import type { Stores } from "./stores.ts";

/** What traces of trajectories stand on. */
export interface TrajectoryTracesParts extends Pick<Stores, "records" | "blobs"> {
  readonly config: Pick<Config, "traceTrajectories">;
  readonly log: Logger;
  readonly access: Access;
  readonly trace: Pick<ComposedTrace, "calls" | "feedback">;
  /** Called after contents were marked for deletion. */
  readonly onDoomed: () => void;
}

/** Goes on with the traces that were left over. Adds to `closers` what must end before the stores close. */
export function composeTrajectoryTraces(
  { config, trace, ...parts }: TrajectoryTracesParts,
  closers: Closers,
): TrajectoryTraces {
  const { records, blobs, log, access, onDoomed } = parts;
  const tracing = new TrajectoryTracing({
    isOn: config.traceTrajectories === "on",
    records,
    blobs,
    calls: trace.calls,
    feedback: trace.feedback,
    access,
    log,
    onDoomed,
  });
  closers.add(() => tracing.close());
  tracing.begin();
  return tracing;
}
