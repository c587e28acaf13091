import { reply, type TraceHandlers } from "@heddle/server-kit/trace";
import type { Context } from "../../http/context.ts";
import type { Refs } from "./refs.ts";

/** Reading what refs stand for. */
export function refsHandlers(refs: Refs): TraceHandlers<Context>["refs"] {
  return {
    readBatch: async ({ body, context }) =>
      reply(200, { vals: await refs.readBatch(context.principal, body.refs) }),
  };
}
