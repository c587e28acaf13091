import type { ServiceSpec } from "@heddle/server-kit";
import { inferenceService } from "@heddle/server-kit/inference";
import { traceService } from "@heddle/server-kit/trace";
import { trainingService } from "@heddle/server-kit/training";
import type { Hono } from "hono";
import { inferenceStub } from "./inference/inference-stub.ts";
import type { StubOptions } from "./service-stub.ts";
import { traceStub } from "./trace/trace-stub.ts";
import { trainingStub } from "./training/training-stub.ts";

/** A service and its paths, which are those of the real server. */
export interface MountedService {
  readonly service: ServiceSpec;
  readonly prefixes: readonly string[];
  readonly stub: (options?: StubOptions) => Hono;
}

/**
 * All services. If two share a prefix, the first that has the path answers: under `/v1`, chat is
 * inference's; with a slash at its end it is training's.
 */
export const services: readonly MountedService[] = [
  { service: traceService, prefixes: ["/traces", ""], stub: traceStub },
  { service: inferenceService, prefixes: ["/inference/v1", "/v1"], stub: inferenceStub },
  { service: trainingService, prefixes: ["/training/v1", "/v1"], stub: trainingStub },
];
