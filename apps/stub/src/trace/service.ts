import type { TraceHandlers } from "@heddle/server-kit/trace";
import type { StubContext } from "../stub-context.ts";
import { fromExamples } from "./from-examples.ts";

/** The server itself. */
export const service: TraceHandlers<StubContext>["service"] = {
  health: fromExamples("service.health"),
  version: fromExamples("service.version"),
  serverInfo: fromExamples("service.serverInfo"),
  geolocate: fromExamples("service.geolocate"),
  projectsInfo: fromExamples("service.projectsInfo"),
};
