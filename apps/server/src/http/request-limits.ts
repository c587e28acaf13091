import type { Access } from "../access/access.ts";
import { Shares } from "../budgets/shares.ts";
import type { Config } from "../config/config.ts";
import type { Principal } from "../access/principal.ts";
import { BodyPace } from "./body-pace.ts";
import type { RequestLimits } from "./limits.ts";
import { probePaths } from "./probe-paths.ts";
import { remoteAddress } from "./remote-address.ts";

/** Concurrent requests without a valid key. */
const keylessAtOnce = 32;
/** A body and the values read from it take up to this many times its length. */
const shapesOfBody = 4;
/** The budget of bodies has room for this many of the longest. */
const longestAtOnce = 4;
/** Trajectories have a value for every few characters of their text. One such body must fit. */
const shapesOfTrajectories = 8;

/**
 * Makes the bounds of the listener from the settings. `principalIn` knows the addresses that carry their
 * own right.
 */
export function requestLimits(
  { limits, trustedProxies }: Pick<Config, "limits" | "trustedProxies">,
  access: Pick<Access, "authenticate">,
  principalIn: (path: string) => Promise<Principal | undefined> = async () => undefined,
): RequestLimits {
  const { bodyBytes, trajectoryBytes, bodiesBytes, answersBytes, bodyBytesPerS } = limits;
  const longestBodies = longestAtOnce * shapesOfBody * bodyBytes;
  return {
    places: { keyed: new Shares(limits.concurrency), keyless: new Shares(keylessAtOnce) },
    memory: {
      bodies: new Shares(Math.max(bodiesBytes, longestBodies)),
      trajectories: new Shares(shapesOfTrajectories * Math.max(trajectoryBytes, bodyBytes)),
      answers: new Shares(answersBytes),
    },
    pace: new BodyPace(bodyBytesPerS),
    timeLimitMs: limits.requestS * 1000,
    eventsTimeLimitMs: limits.chatStreamS * 1000,
    authenticate: async (headers, path) =>
      (await principalIn(path)) ?? (await access.authenticate(headers)),
    addressOf: remoteAddress(trustedProxies),
    isProbe: (path) => probePaths.has(path),
  };
}
