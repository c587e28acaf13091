/** Ends calls early: by a signal, by a limit on time, by leaving the loop. */
import { AbortError, Heddle, TimeoutError } from "@heddle/client";
import { settings } from "./settings.ts";

const { project: project_id, ...connection } = settings;
const heddle = new Heddle(connection);

const controller = new AbortController();
const reading = heddle.trace.calls.list({ project_id }, { signal: controller.signal }).result();
controller.abort();
const { error } = await reading;
console.log(`by a signal: ${error instanceof AbortError}`);

// A server that takes its time, to have something to wait for.
const slow = new Heddle({ ...connection, fetch: () => new Promise(() => undefined) });
const late = await slow.trace.calls.list({ project_id }, { timeoutMs: 20, maxRetries: 0 }).result();
console.log(`by time: ${late.error instanceof TimeoutError}`);
