import type { OpenedTraces } from "@heddle/server/store/traces";
import type { Bench } from "../bench.ts";
import { type FeedbackTemplates, feedbackTemplates } from "../feedback/feedback-rows.ts";
import { columnMoment } from "../feedback/feedback-marks.ts";
import { feedbackAt } from "../feedback/feedback-sequence.ts";
import { standInDigest } from "../feedback/sample-feedback.ts";

/** Half of the calls have no feedback, the others one to four pieces: one for each call on average. */
const callsByPieces = [0.5, 0.2, 0.15, 0.1, 0.05];
/** Of so many pieces, one is written again, and one removed. */
const [piecesPerRewrite, piecesPerRemoval] = [50, 100];
const rowsPerInsert = 10_000;
const medianDelayMs = 20_000;
const mostDelayMs = 24 * 60 * 60 * 1000;

interface StoredCall {
  readonly id: string;
  readonly ms: number;
}

/**
 * Gives feedback on the calls of a store: the rows of the server, in the order of the calls. Some
 * pieces are written twice, some are removed, and a rewrite or removal comes in a later insert.
 */
export async function loadFeedback(bench: Bench, traces: OpenedTraces): Promise<void> {
  const startedAt = performance.now();
  const rows = new FeedbackOnCalls(await feedbackTemplates(standInDigest));
  const insert = (some: readonly string[]): Promise<void> =>
    traces.insert("feedback", some, crypto.randomUUID());
  const days = await traces.query<{ day: string }>(
    "SELECT DISTINCT toString(toDate(started_at)) AS day FROM calls ORDER BY day",
    {},
    { signal: undefined },
  );
  let waiting: string[] = [];
  for (const { day } of days) {
    const calls = await traces.query<StoredCall>(
      `SELECT id, toUnixTimestamp64Milli(started_at) AS ms FROM calls FINAL
      WHERE toDate(started_at) = toDate({day:String}) ORDER BY started_at`,
      { day },
      { signal: undefined },
    );
    for (const call of calls) {
      waiting.push(...rows.on(call));
      if (waiting.length < rowsPerInsert) continue;
      await insert(waiting);
      waiting = rows.due();
    }
  }
  await insert(waiting);
  await insert(rows.due());
  bench.say(`${rows.pieces} pieces of feedback loaded in ${seconds(startedAt)} s`);
}

function seconds(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(1);
}

/** Makes rows of feedback on calls. */
class FeedbackOnCalls {
  /** Pieces that were made, removed ones included. */
  pieces = 0;
  readonly #templates: FeedbackTemplates;
  #later: string[] = [];

  constructor(templates: FeedbackTemplates) {
    this.#templates = templates;
  }

  /** The rows of the next insert for a call. */
  on({ id, ms }: StoredCall): string[] {
    return Array.from({ length: someCount() }, () => {
      const marks = feedbackAt(ms + someDelayMs(), id);
      const { pieces, removed } = this.#templates;
      const template = pieces[this.pieces % pieces.length];
      if (!template) throw new Error("There is no feedback.");
      this.pieces += 1;
      const laterUs = Number(marks.version) + 1_000_000;
      const later = { ...marks, createdAt: columnMoment(laterUs), version: String(laterUs) };
      if (isOneIn(piecesPerRewrite))
        this.#later.push(template.filled({ ...later, score: "0.100000" }));
      else if (isOneIn(piecesPerRemoval)) this.#later.push(removed.filled(later));
      return template.filled(marks);
    });
  }

  /** Takes the rows that replace earlier ones. */
  due(): string[] {
    const due = this.#later;
    this.#later = [];
    return due;
  }
}

function isOneIn(count: number): boolean {
  return Math.random() * count < 1;
}

function someCount(): number {
  let left = Math.random();
  const count = callsByPieces.findIndex((share) => (left -= share) < 0);
  return Math.max(0, count);
}

/** Most feedback comes soon, some much later: a log-normal distribution. */
function someDelayMs(): number {
  const normal =
    Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
  return Math.min(medianDelayMs * Math.exp(2 * normal), mostDelayMs);
}
