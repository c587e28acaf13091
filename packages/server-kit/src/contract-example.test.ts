import { expect, test } from "vitest";
import type { Trace } from "@heddle/types";
import { fail, jsonl, NotFound, reply, traceApp, type TraceHandlers } from "./trace.ts";

/**
 * Compiles the example backend of the contract's design. Handlers get the type of their context
 * from this declaration, so no file of handlers repeats it.
 */
declare module "./handler-context.ts" {
  interface HandlerContext {
    readonly store: Store;
  }
}

interface Store {
  call(request: { id: string }): Promise<Trace.Call | null>;
  calls(request: object, signal: AbortSignal): AsyncIterable<Trace.Call>;
  delete(request: { call_ids: string[] }): Promise<{ num_deleted: number } | null>;
}

const store: Store = {
  call: async () => null,
  async *calls() {},
  delete: async () => null,
};

const calls: Pick<TraceHandlers["calls"], "read" | "delete" | "query"> = {
  read: async ({ body, context }) => reply(200, { call: await context.store.call(body) }),
  delete: async ({ body, context }) =>
    reply(200, (await context.store.delete(body)) ?? fail(new NotFound("call", body.call_ids[0]))),
  query: ({ body, signal }) => jsonl(store.calls(body, signal)),
};
const authenticate = () => ({ key: "k" });
const context = () => ({ store });
const app = traceApp({ calls }, { authenticate, context, partial: true });

test.each([
  ["/call/read", { id: "1" }, 200, '{"call":null}'],
  ["/calls/delete", { call_ids: ["1"] }, 404, '"reason":"Call 1 not found"'],
  ["/calls/stream_query", {}, 200, ""],
])("%s", async (path, given, status, text) => {
  const body = JSON.stringify({ project_id: "acme/a", ...given });
  const response = await app.request(path, { method: "POST", body });
  expect(response.status).toBe(status);
  expect(await response.text()).toContain(text);
});
