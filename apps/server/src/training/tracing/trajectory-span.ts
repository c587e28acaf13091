import type { Training } from "@heddle/types";

/** When a trajectory began and ended, as ISO-8601 in UTC. */
export interface TrajectorySpan {
  readonly startedAt: string;
  readonly endedAt: string;
}

/**
 * The span that a trajectory says: its `start_time`, and the seconds in its metric `duration`, which
 * clients fill in. Without them it ended when it came. A start after that is of a wrong clock.
 */
export function trajectorySpan(
  { start_time: startTime, metrics = {} }: Training.Trajectory,
  cameAt: string,
): TrajectorySpan {
  const cameMs = Date.parse(cameAt);
  const { duration } = metrics;
  const tookMs = typeof duration === "number" && duration > 0 ? duration * 1000 : undefined;
  const saidMs = startTime === undefined ? Number.NaN : Date.parse(startTime);
  const startMs = saidMs >= 0 && saidMs <= cameMs ? saidMs : Math.max(0, cameMs - (tookMs ?? 0));
  const endMs = Math.min(cameMs, startMs + (tookMs ?? Number.POSITIVE_INFINITY));
  return { startedAt: new Date(startMs).toISOString(), endedAt: new Date(endMs).toISOString() };
}
