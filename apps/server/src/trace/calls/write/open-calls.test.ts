import { expect, test } from "vitest";
import type { KnownCall } from "../record/call.ts";
import { part } from "../record/part.ts";
import { OpenCalls } from "./open-calls.ts";

const half = part({ trace_id: "t" }, {});
const start = { ...half, startedAt: "2026-01-01 00:00:00.000000", displayName: undefined };
const running: KnownCall = { start, end: undefined, name: { text: "", at: 0 } };

test("a running call keeps no memory but its own", () => {
  const calls = new OpenCalls();
  calls.set("a", { call: running, version: 1 });
  const { bytes } = calls.get("a")!.call.start;
  expect(bytes.equals(half.bytes)).toBe(true);
  expect(bytes.buffer.byteLength).toBe(bytes.length);
});

test("an ended call is forgotten", () => {
  const calls = new OpenCalls();
  calls.set("a", { call: running, version: 1 });
  calls.set("a", { call: { ...running, end: half }, version: 2 });
  expect(calls.get("a")).toBeUndefined();
});
