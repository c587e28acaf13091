import { expect, test } from "vitest";
import { ownRead } from "../../../store/traces/traces.ts";
import { FeedbackScene } from "../testing/feedback-scene.ts";

interface Row {
  readonly id: string;
  readonly at: string;
  readonly score: number;
  readonly version: number;
}

const days = 20;
const rowsOfDay = 1_000;
const asked = {
  start: "2026-01-03T00:00:00Z",
  end: "2026-01-04T00:00:00Z",
  metrics: [{ json_path: "output.score", aggregations: ["sum", "count"] }],
};

/** The id of a row: they follow each other in time, as those of clients do. */
const idOf = (day: number, row: number): string => `${dayText(day)}-${10_000 + row}`;
const dayText = (day: number): string => String(day).padStart(2, "0");
const dayOf = (day: number): Row[] =>
  Array.from({ length: rowsOfDay }, (_, row) => ({
    id: idOf(day, row),
    at: `2026-01-${dayText(day)} 12:00:00`,
    score: 1,
    version: 1,
  }));

async function insert(scene: FeedbackScene, rows: readonly Row[]): Promise<void> {
  const project_id = Buffer.from(scene.project_id).toString("base64url");
  const lines = rows.map(({ id, at, score, version }) => {
    const payload = JSON.stringify({ output: { score } });
    return JSON.stringify({ project_id, id, created_at: at, payload, version });
  });
  await scene.stores.traces.insert("feedback", lines, crypto.randomUUID());
}

async function sumOf(scene: FeedbackScene): Promise<{ sum: number; count: number; read: number }> {
  const before = await rowsRead(scene);
  const answer = await scene.ask("/feedback/stats", { project_id: scene.project_id, ...asked });
  const read = (await rowsRead(scene)) - before;
  if (answer.status !== 200) throw new Error(answer.text);
  const whole = answer.body["window_stats"] as Record<string, { sum: number; count: number }>;
  const { sum, count } = whole["output_score"]!;
  return { sum, count, read };
}

async function rowsRead({ stores }: FeedbackScene): Promise<number> {
  const sql = "SELECT value FROM system.events WHERE event = 'SelectedRows'";
  const [row] = await stores.traces.query<{ value: number }>(sql, {}, ownRead);
  return row?.value ?? 0;
}

test("a span reads its own rows, and leaves out a piece that was moved out of it", async () => {
  await using scene = await FeedbackScene.open();
  scene.enterNewProject();
  const all = Array.from({ length: days }, (_, day) => dayOf(day + 1)).flat();
  await insert(scene, all);
  // A part of its own, whose granules lie outside of the span.
  const moved = { id: idOf(3, 500), at: "2026-01-30 12:00:00", score: 100, version: 2 };
  await insert(scene, [moved, ...dayOf(25), ...dayOf(26), ...dayOf(27)]);
  const { sum, count, read } = await sumOf(scene);
  expect([sum, count]).toEqual([rowsOfDay - 1, rowsOfDay - 1]);
  expect(read).toBeLessThan(all.length / 2);
});
