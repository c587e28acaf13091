import { inferenceApp, inferenceService } from "@heddle/server-kit/inference";
import type { Principal } from "../access/principal.ts";
import type { MountedService } from "../http/areas.ts";
import type { Context } from "../http/context.ts";
import { atSharedAddress } from "./at-shared-address.ts";
import { serviceOptions, type ServiceParts } from "./service-options.ts";

/** The inference service: under its own rules, and at the address that it shares with training. */
export function composeInference(parts: ServiceParts): readonly MountedService[] {
  // None of it is built: every operation answers 501.
  const handlers = {};
  const options = { ...serviceOptions("inference", parts), partial: true as const };
  return atSharedAddress({
    service: inferenceService,
    handlers,
    app: (errorBody) => inferenceApp<Principal, Context>(handlers, { ...options, errorBody }),
  });
}
