import type { OpenedTraces } from "@heddle/server/store/traces";
import { oneOf } from "./statements-picks.ts";

/** The values of one question. Each run has others, so that no cache knows the answer. */
export interface FeedbackPicks {
  /** A call with feedback. */
  readonly callId: string;
  /** About a fifth of the calls have a score above it. */
  readonly lowScore: number;
  /** About one of 1,000 calls has a score above it. */
  readonly highScore: number;
  /** A span of 31 days; calls span 30 days, and some feedback comes after them. */
  readonly from: string;
  readonly to: string;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Returns a source of random picks from the feedback of a store. */
export async function feedbackPicks(traces: OpenedTraces): Promise<() => FeedbackPicks> {
  const calls = await traces.query<{ id: string }>(
    `SELECT call_id AS id FROM feedback FINAL ORDER BY cityHash64(id) LIMIT 5000`,
    {},
    { signal: undefined },
  );
  const nowMs = Date.now();
  return () => ({
    from: new Date(nowMs - 30.5 * dayMs).toISOString(),
    to: new Date(nowMs + 0.5 * dayMs).toISOString(),
    callId: oneOf(calls).id,
    // Two fifths of the calls have a score; scores are spread evenly from 0 to 1.
    lowScore: Number((0.48 + Math.random() / 100).toFixed(4)),
    highScore: Number((0.9973 + Math.random() / 5_000).toFixed(6)),
  });
}
