import { reply } from "@heddle/server-kit/trace";
import type { HandlersOf } from "../trace-handlers.ts";
import type { Refs } from "./refs.ts";

/** Reading what refs stand for. */
export function refsHandlers(refs: Refs): HandlersOf<"refs"> {
  return {
    readBatch: async ({ body, context, signal }) =>
      reply(200, { vals: await refs.readBatch(context, body.refs, signal) }),
  };
}
