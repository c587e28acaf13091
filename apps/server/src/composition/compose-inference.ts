import { combinedErrorBody, notBuiltIn } from "@heddle/server-kit";
import { inferenceApp, inferenceService } from "@heddle/server-kit/inference";
import type { Principal } from "../access/principal.ts";
import type { MountedService } from "../http/areas.ts";
import type { Context } from "../http/context.ts";
import { serviceOptions, type ServiceParts } from "./service-options.ts";

/** The inference service: under its own rules, and at the address that it shares with training. */
export function composeInference(parts: ServiceParts): readonly MountedService[] {
  // None of it is built: every operation answers 501.
  const handlers = {};
  const options = { ...serviceOptions("inference", parts), partial: true as const };
  const { errorBody } = inferenceService;
  return [
    { prefix: "/inference/v1", errorBody },
    { prefix: "/v1", errorBody: combinedErrorBody },
  ].map((place) => {
    const told = { ...options, errorBody: place.errorBody };
    const app = inferenceApp<Principal, Context>(handlers, told);
    return {
      ...inferenceService,
      ...place,
      app,
      notBuiltIds: notBuiltIn(inferenceService, handlers),
    };
  });
}
