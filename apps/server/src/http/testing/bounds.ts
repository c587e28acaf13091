import { keyedPrincipals } from "./keyed-principals.ts";
import { Shares } from "../../budgets/shares.ts";
import { BodyPace } from "../body-pace.ts";
import type { RequestLimits } from "../limits.ts";

/** Generous bounds for tests. The bearer token is the name of the key: `Bearer alice`. */
export function bounds(narrower: Partial<RequestLimits> = {}): RequestLimits {
  return {
    places: { keyed: new Shares(1_000), keyless: new Shares(32) },
    memory: { bodies: new Shares(1e9), trajectories: new Shares(1e9), answers: new Shares(1e9) },
    pace: new BodyPace(1024),
    timeLimitMs: 60_000,
    eventsTimeLimitMs: 60_000,
    authenticate: keyedPrincipals,
    addressOf: (c) => c.req.header("X-From") ?? "127.0.0.1",
    isProbe: (path) => path === "/healthz",
    ...narrower,
  };
}
