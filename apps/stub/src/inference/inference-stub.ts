import { type InferenceHandlers, inferenceService } from "@heddle/server-kit/inference";
import type { Hono } from "hono";
import { serviceStub, type StubOptions } from "../service-stub.ts";
import type { StubContext } from "../stub-context.ts";
import { chat } from "./chat.ts";
import { document } from "./from-examples.ts";
import { models } from "./models.ts";

/** Inference, answered from the examples of its document. */
export function inferenceStub(options?: StubOptions): Hono {
  const handlers: InferenceHandlers<StubContext> = { chat, models };
  return serviceStub(inferenceService, handlers, document, options);
}
