import type { Trace } from "@heddle/types";
import { describe, expect, test } from "vitest";
import { InvalidInput, OverLimit } from "../../../refusals/refusal.ts";
import { internalProjectId } from "../../../access/project-id.ts";
import { requesterOf } from "../../../access/testing/requester-of.ts";
import { principalOf } from "../../testing/trace-records.ts";
import { rowText } from "../../../store/traces/row.ts";
import { callRow } from "../record/call.ts";
import type { EndPart, StartPart } from "../record/part.ts";
import { endPart, startPart } from "./call-intake.ts";
import { maxPayloadBytes } from "../record/call-payload.ts";

const { projects } = requesterOf(principalOf("acme"));
const key = { projectId: internalProjectId("acme/p"), id: "c" };
const start = (more: Partial<Trace.CallStart> = {}): StartPart =>
  startPart(
    {
      op_name: "op",
      started_at: "2026-01-01T00:00:00Z",
      attributes: {},
      inputs: {},
      ...more,
    },
    "trace",
    "user",
    projects,
  );
const end = (more: Partial<Trace.CallEnd> = {}): EndPart =>
  endPart({ ended_at: "2026-01-01T00:00:01Z", summary: {}, ...more }, projects);

function rowOf(startPart: StartPart, end?: EndPart): Record<string, unknown> {
  const call = { start: startPart, end, name: { text: "", at: 0 } };
  return JSON.parse(rowText(callRow(key, call, 1))) as Record<string, unknown>;
}

const marker = '{"_weave":{"error":"<EXCEEDS_LIMITS>"}}';

describe("a call that is too large for one row", () => {
  const text = (bytes: number): { x: string } => ({ x: "a".repeat(bytes - 8) });
  test("loses its largest payloads until the rest fits", () => {
    const row = rowOf(
      start({ inputs: text(2_000_000), attributes: text(1_500_000) }),
      end({ output: text(1_800_000) }),
    );
    expect(row["inputs"]).toBe(marker);
    expect(row["attributes"]).toHaveLength(1_500_000);
    expect(row["output"]).toHaveLength(1_800_000);
    expect(row["storage_bytes"]).toBe(1_500_000 + 1_800_000 + marker.length + 2);
  });

  test("loses a payload that is too large alone", () => {
    expect(rowOf(start({ inputs: text(maxPayloadBytes - 2) }))["inputs"]).not.toBe(marker);
    expect(rowOf(start({ inputs: text(maxPayloadBytes - 1) }))["inputs"]).toBe(marker);
  });

  test("is measured in bytes, not in characters", () => {
    const third = Math.ceil(maxPayloadBytes / 3);
    expect(rowOf(start({ inputs: { x: "日".repeat(third) } }))["inputs"]).toBe(marker);
  });

  test("loses a payload that is far too large without reading it", () => {
    const inputs = { x: "a".repeat(3 * maxPayloadBytes), r: "weave:///acme/p/object/ds:d1" };
    const row = rowOf(start({ inputs, attributes: { y: 1 } }));
    expect(row["inputs"]).toBe(marker);
    expect(row["attributes"]).toBe('{"y":1}');
    expect(row["input_refs"]).toEqual(["weave:///acme/p/object/ds:d1"]);
  });

  test("is measured with its refs in external form, which is shorter", () => {
    const ref = `weave-trace-internal:///${internalProjectId("acme/p")}/object/m:d2`;
    const inputs = Array.from({ length: 80_000 }, () => ref);
    expect(JSON.stringify(inputs).length).toBeGreaterThan(maxPayloadBytes);
    expect(rowOf(start({ inputs: { inputs } }))["inputs"]).not.toBe(marker);
  });

  test("is refused if its other members are too large", () => {
    const exception = "x".repeat(maxPayloadBytes);
    expect(() => end({ exception })).toThrow(OverLimit);
  });
});

describe("refs", () => {
  const internal = `weave-trace-internal:///${internalProjectId("acme/p")}/object/m:d2`;
  test("are collected at any depth, once, in external form", () => {
    const inputs = {
      a: "weave:///acme/p/object/ds:d1",
      b: [{ c: "weave:///acme/p/object/ds:d1" }, internal],
      d: "see weave:///acme/p/object/ds:d3",
      e: "weave:///",
      "weave:///acme/p/object/key:d4": 1,
    };
    const row = rowOf(start({ inputs }), end({ output: internal }));
    expect(row["input_refs"]).toEqual([
      "weave:///acme/p/object/ds:d1",
      "weave:///acme/p/object/m:d2",
    ]);
    expect(row["output_refs"]).toEqual(["weave:///acme/p/object/m:d2"]);
    expect(row["inputs"]).not.toContain("weave-trace-internal");
  });
});

describe("columns", () => {
  test.each<[what: string, member: "started_at" | "ended_at", moment: string | number]>([
    ["before 1970", "started_at", "1969-12-31T23:59:59.999999Z"],
    ["after 2105", "ended_at", "2106-01-01T00:00:00Z"],
    ["in 1970 only by its offset", "started_at", "1970-01-01T00:30:00+01:00"],
    ["on a day that does not exist", "started_at", "2026-02-30T00:00:00Z"],
    ["before 1970, as seconds", "started_at", -1],
    ["in milliseconds, as seconds", "ended_at", 1_767_225_600_000],
    ["beyond every number of microseconds", "started_at", 1e300],
  ])("refuse a date %s", (_, member, moment) => {
    const intake = (): unknown =>
      member === "started_at" ? start({ started_at: moment }) : end({ ended_at: moment });
    expect(intake).toThrow(InvalidInput);
    expect(intake).toThrow(member);
  });

  test("convert dates to UTC", () => {
    const row = rowOf(start({ started_at: "2026-01-01T01:00:00.5+02:00" }));
    expect(row["started_at"]).toBe("2025-12-31 23:00:00.500000");
  });

  test.each<[spelling: string | number, column: string]>([
    ["2026-01-01T12:00:00.123456789Z", "2026-01-01 12:00:00.123456"],
    ["2026-01-01t12:00:00z", "2026-01-01 12:00:00.000000"],
    ["2026-01-01 12:00:00+0000", "2026-01-01 12:00:00.000000"],
    ["2026-01-01T12:00:00 +01", "2026-01-01 11:00:00.000000"],
    ["2026-01-01T12:00Z", "2026-01-01 12:00:00.000000"],
    ["2026-01-01", "2026-01-01 00:00:00.000000"],
    [1_767_268_800, "2026-01-01 12:00:00.000000"],
    [1_767_268_800.123456, "2026-01-01 12:00:00.123456"],
    [0, "1970-01-01 00:00:00.000000"],
  ])("read the date %s of other clients", (started_at, column) => {
    expect(rowOf(start({ started_at }))["started_at"]).toBe(column);
  });

  test.each([2 ** 53, 1e300, -(2 ** 53)])("refuse a step of %d", (wb_run_step) => {
    expect(() => start({ wb_run_step })).toThrow(InvalidInput);
  });

  test("replace lone surrogates", () => {
    const row = callRow(
      key,
      {
        start: start({ op_name: "a\ud800" }),
        end: end({ exception: "\udc00" }),
        name: { text: "", at: 0 },
      },
      1,
    );
    expect(rowText(row)).not.toMatch(/\\u[dD][89a-fA-F]/);
  });

  test("treat empty text as absent", () => {
    expect(rowOf(start())).toMatchObject({ parent_id: "", thread_id: "", status: "running" });
    expect(rowOf(start(), end({ exception: null }))).toMatchObject({ exception: null });
  });
});
