import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ownRead } from "../../../store/traces/traces.ts";
import { CallScene } from "../testing/call-scene.ts";

const total = 7_000;
const batch = 1_000;
/** As many calls as this have one start. */
const together = 3;

let scene: CallScene;
/** Of each call its text, or undefined if it is deleted; in the order of starts, then of ids. */
const expected = new Map<string, string | undefined>();

beforeAll(async () => {
  scene = await CallScene.open();
  scene.enterNewProject();
  await scene.stores.traces.command("SYSTEM STOP MERGES calls");
  const ids = Array.from({ length: total }, () => scene.id()).sort();
  for (let from = 0; from < total; from += batch) {
    const some = ids.slice(from, from + batch).map((id, i) => ({ id, index: from + i }));
    // Of every fifth call the start is stored first, and so it has two rows.
    const open = some.filter(({ index }) => index % 5 === 0);
    await scene.upsert(open.map(({ id, index }) => scene.start(id, factsOf(index))));
    await scene.upsert(open.map(({ id, index }) => scene.end(id, { output: `end ${index}` })));
    const whole = some.filter(({ index }) => index % 5 !== 0);
    await scene.complete(
      whole.map(({ id, index }) => {
        return scene.completedOf(id, { ...factsOf(index), output: `end ${index}` });
      }),
    );
  }
  const deleted = ids.filter((_, index) => index % 7 === 0);
  await scene.delete(deleted);
  const gone = new Set(deleted);
  for (const [index, id] of ids.entries()) expected.set(id, gone.has(id) ? undefined : `${index}`);
});
afterAll(() => scene[Symbol.asyncDispose]());

function factsOf(index: number): Pick<Trace.CompletedCall, "started_at" | "op_name" | "inputs"> {
  const started_at = new Date(Date.UTC(2026, 0, 1) + Math.floor(index / together)).toISOString();
  const op_name = index % 3 === 0 ? "third" : "other";
  return { started_at, op_name, inputs: { index, text: "x".repeat(500) } };
}

const newestFirst: Trace.SortBy[] = [{ field: "started_at", direction: "desc" }];
const long = { $gte: [{ $getField: "inputs.index" }, { $literal: 1_000 }] };

const requests: readonly (readonly [name: string, request: Partial<Trace.CallsQuery>])[] = [
  ["all", {}],
  ["the newest first", { sort_by: newestFirst }],
  ["up to a limit", { limit: 4_321 }],
  ["up to a limit, the newest first", { limit: 5_432, sort_by: newestFirst }],
  ["behind an offset", { offset: 1_234, limit: 2_500 }],
  ["behind an offset, the newest first", { offset: 1_234, limit: 2_500, sort_by: newestFirst }],
  ["behind an offset near the end", { offset: 5_900, limit: 500 }],
  ["some of many calls", { filter: { op_names: ["third"] } }],
  ["those with a leaf", { query: { $expr: long } as Trace.Query }],
];

describe.each(requests)("a stream of %s", (_, request) => {
  test("has each call once, in order and with its payload", async () => {
    await expectStored();
    const found = await scene.query(request);
    expect(found.map(({ id }) => id)).toEqual(wanted(request));
    for (const { id, inputs, output } of found) {
      const index = Number(expected.get(id));
      expect([inputs, output]).toEqual([{ index, text: "x".repeat(500) }, `end ${index}`]);
    }
  });
});

/** The ids of the calls of a request, by its definition. */
function wanted({
  filter,
  query,
  sort_by,
  offset = 0,
  limit,
}: Partial<Trace.CallsQuery>): string[] {
  const all = [...expected].filter(([, text]) => text !== undefined);
  const matching = all.filter(([, text]) => {
    if (filter && Number(text) % 3 !== 0) return false;
    return !query || Number(text) >= 1_000;
  });
  const startOf = (text: string | undefined): number => Math.floor(Number(text) / together);
  // Ids break ties upwards, also where starts go downwards.
  if (sort_by) matching.sort(([, one], [, other]) => startOf(other) - startOf(one));
  const from = offset ?? 0;
  return matching.slice(from, limit ? from + limit : undefined).map(([id]) => id);
}

/** Without several rows of a call, the test would show nothing. */
async function expectStored(): Promise<void> {
  const [rows] = await scene.stores.traces.query<{ count: number }>(
    "SELECT count() AS count FROM calls",
    {},
    ownRead,
  );
  expect(rows?.count).toBeGreaterThan(total * 1.2);
}
