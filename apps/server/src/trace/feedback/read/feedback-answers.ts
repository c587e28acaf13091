import { json } from "@heddle/server-kit";
import type { Trace } from "@heddle/types";
import type { Project } from "../../../access/project-id.ts";
import type { Requester } from "../../../access/requester.ts";
import { LoopTurn } from "../../../budgets/loop-turns.ts";
import { requestBounds } from "../../../config/request-bounds.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import { externaliseText } from "../../digests/rewrite-refs.ts";
import { windowOf } from "../../query/window.ts";
import { refScope } from "../../refs/ref-scope.ts";
import type { WithoutProject } from "../../without-project.ts";
import { askedColumns, checkFields, countField } from "./asked-columns-sql.ts";
import { answerText } from "./feedback-answer.ts";
import type { FeedbackRead, FeedbackReader } from "./feedback-reader-sql.ts";
import { selectFeedback } from "./feedback-selection.ts";

/** A query of feedback, without its project. */
export type FeedbackQuery = WithoutProject<Trace.FeedbackQuery>;

const maxRows = requestBounds.listedFeedback.limit;

/**
 * Answers a query.
 *
 * @throws InvalidInput for unknown fields, and for more rows than an answer may have.
 */
export async function feedbackAnswer(
  reader: FeedbackReader,
  requester: Requester,
  project: Project,
  request: FeedbackQuery,
  signal: AbortSignal,
): Promise<Trace.FeedbackList> {
  const window = windowOf(request, "refused");
  checkFields(request.fields);
  const selection = await selectFeedback(requester, project, request);
  if (request.fields?.[0] === countField) {
    const total_count = await reader.count(selection, signal);
    const isShown = window.offset === 0 && window.limit > 0;
    return { result: isShown ? [{ [countField]: total_count }] : [], total_count };
  }
  const columns = askedColumns(request.fields);
  const asked = { offset: window.offset, limit: Math.min(window.limit, maxRows + 1) };
  const { visible } = refScope(requester);
  const turn = new LoopTurn();
  const result: Trace.Feedback[] = [];
  const show = async (rows: readonly FeedbackRead[]): Promise<void> => {
    for (const row of rows) {
      if (turn.isOver) await turn.next();
      const text = answerText(row, columns.fields, project.name);
      result.push(json<Trace.Feedback>(await externaliseText(text, visible, turn)));
    }
  };
  const totalOf = async (found: number): Promise<number> => {
    const isEnd = found < asked.limit && (found > 0 || asked.offset === 0);
    return isEnd ? asked.offset + found : reader.count(selection, signal);
  };
  const few = await reader.few(selection, columns, asked, signal);
  if (few) {
    await show(few);
    return { result, total_count: await totalOf(few.length) };
  }
  const places = await reader.places(selection, asked, signal);
  if (places.length > maxRows) {
    throw new InvalidInput(
      `More than ${maxRows} pieces of feedback match, the limit of one answer. ` +
        "Set a limit, and read on with offset.",
    );
  }
  const options = { signal, cost: "short" } as const;
  for await (const rows of reader.rows(project.id, places, columns, options)) await show(rows);
  return { result, total_count: await totalOf(places.length) };
}
