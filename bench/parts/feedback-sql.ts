import { project } from "../calls/sample-call.ts";
import { annotationType, scoreType } from "../feedback/sample-feedback.ts";
import type { FeedbackPicks } from "./feedback-picks.ts";
import type { RawStatement } from "./question.ts";
import { columns, key, newest, newestOfAll, own, scanned, uncached } from "./statements-sql.ts";

/** The members that a call shows of its feedback, and those of a query of feedback. */
const shown = [
  "id, feedback_type, weave_ref, payload, creator, created_at, wb_user_id, runnable_ref, call_ref",
  "trigger_ref, annotation_ref, scorer_tags, scorer_tag_reasons, scorer_tag_confidences",
  "scorer_ratings, scorer_rating_reasons, scorer_rating_confidences",
].join(", ");
const projectId = Buffer.from(project).toString("base64url");
/** The stored ref of a call begins with this text. */
const refStart = `weave-trace-internal:///${projectId}/call/`;
const isScore = `feedback_type = '${scoreType}'`;
const isAnnotation = `feedback_type = '${annotationType}'`;
const score = "JSONExtractFloat(payload, 'output', 'score')";
/** The score of a call is that of its oldest piece. */
const firstScore = `argMin(${score}, (created_at, id))`;

/** Candidates are among these newest calls: four times as many as a page needs. */
const nearCalls = 1_000;
const candidateCount = 82;
const bestRows = 400;
/** More than twice as many as a page needs. */
const unmergedCount = 150;

/** The feedback that the projection finds by refs: newest rows only. */
function feedbackOf(refs: string): string {
  return `feedback FINAL WHERE ${own}
    AND id IN (SELECT id FROM feedback WHERE ${own} AND weave_ref IN ${refs})`;
}

/** The newest 50, then the feedback on them. */
export function newestWithFeedback(): RawStatement {
  return {
    ...newestOfAll(),
    next: (calls) => ({
      sql: `SELECT call_id, ${shown} FROM ${feedbackOf("{refs:Array(String)}")}
        ORDER BY created_at, id`,
      params: { refs: calls.map(({ id }) => `${refStart}${String(id)}`) },
      settings: uncached,
    }),
  };
}

/** The newest 50 among the nearest calls, of those whose ids a subquery over their feedback finds. */
function newestNear(ids: string, params: RawStatement["params"]): RawStatement {
  return {
    sql: `SELECT id AS call_id FROM calls WHERE ${own} ORDER BY started_at DESC LIMIT ${nearCalls}`,
    params: {},
    settings: scanned,
    next: (calls) => {
      const candidates = `SELECT ${key} FROM calls WHERE ${own} AND id IN (${ids})
        ORDER BY started_at DESC LIMIT ${candidateCount}`;
      return {
        sql: `SELECT ${columns} FROM ${newest(candidates)}
          WHERE is_deleted = 0 ORDER BY started_at DESC, id LIMIT 50`,
        params: { ...params, refs: calls.map(({ call_id: id }) => `${refStart}${String(id)}`) },
        settings: uncached,
      };
    },
  };
}

/** The newest 50 with a score above a threshold that many calls reach. */
export function newestAboveLow({ lowScore }: FeedbackPicks): RawStatement {
  return newestNear(
    `SELECT call_id FROM ${feedbackOf("{refs:Array(String)}")} AND ${isScore}
      GROUP BY call_id HAVING ${firstScore} > {score:Float64}`,
    { score: lowScore },
  );
}

/** The newest 50 with an annotation. */
export function newestAnnotated(): RawStatement {
  return newestNear(
    `SELECT call_id FROM ${feedbackOf("{refs:Array(String)}")} AND ${isAnnotation}`,
    {},
  );
}

/**
 * The newest 50 with a score above a threshold that few calls reach: rows with such a score, merged
 * or not, tell which calls have to be looked at. Two thirds of these calls match.
 */
export function newestAboveHigh({ highScore }: FeedbackPicks): RawStatement {
  const reached = `SELECT call_id FROM feedback
    WHERE ${own} AND ${isScore} AND ${score} > {score:Float64}`;
  return {
    sql: `SELECT id AS call_id FROM calls WHERE ${own} AND id IN (${reached})
      ORDER BY started_at DESC LIMIT ${unmergedCount}`,
    params: { score: highScore },
    settings: uncached,
    next: (calls) => {
      const ids = calls.map(({ call_id: id }) => String(id));
      const above = `SELECT call_id FROM ${feedbackOf("{refs:Array(String)}")} AND ${isScore}
        GROUP BY call_id HAVING ${firstScore} > {score:Float64}`;
      const keys = `SELECT ${key} FROM calls WHERE ${own} AND id IN (${above})`;
      return {
        sql: `SELECT ${columns} FROM ${newest(keys)}
          WHERE is_deleted = 0 ORDER BY started_at DESC, id LIMIT 50`,
        params: { refs: ids.map((id) => refStart + id), score: highScore },
        settings: uncached,
      };
    },
  };
}

/**
 * The ids of the best calls, more than a page, then those that are not deleted. The best calls are
 * among those of the best rows, merged or not: the score of a call is at most its highest.
 */
export function bestScored(): RawStatement {
  const refs = `(SELECT weave_ref FROM feedback
    WHERE ${own} AND ${isScore} AND call_id != '' ORDER BY ${score} DESC LIMIT ${bestRows})`;
  return {
    sql: `SELECT call_id FROM ${feedbackOf(refs)} AND ${isScore}
      GROUP BY call_id ORDER BY ${firstScore} DESC, call_id LIMIT ${candidateCount}`,
    params: {},
    settings: uncached,
    next: (best) => {
      const keys = `SELECT ${key} FROM calls WHERE ${own} AND id IN {ids:Array(String)}`;
      return {
        sql: `SELECT ${columns} FROM ${newest(keys)} WHERE is_deleted = 0
          ORDER BY indexOf({ids:Array(String)}, id) LIMIT 50`,
        params: { ids: best.map(({ call_id: id }) => String(id)) },
        settings: uncached,
      };
    },
  };
}

/** All feedback with one ref. */
export function ofRef({ callId }: FeedbackPicks): RawStatement {
  return {
    sql: `SELECT ${shown} FROM ${feedbackOf("{refs:Array(String)}")} ORDER BY created_at, id`,
    params: { refs: [`${refStart}${callId}`] },
    settings: uncached,
  };
}

/** Figures of the scores of each day, and of all days. */
export function dailyScores({ from, to }: FeedbackPicks): RawStatement {
  return {
    sql: `SELECT day, grouping(day) AS isWhole, count() AS count, avg(score) AS avg,
        min(score) AS min, max(score) AS max, countIf(correct = 1) AS correct
      FROM (
        SELECT toDate(created_at) AS day,
          JSONExtract(payload, 'output', 'score', 'Nullable(Float64)') AS score,
          JSONExtract(payload, 'output', 'correct', 'Nullable(Bool)') AS correct
        FROM feedback FINAL WHERE ${own} AND ${isScore}
        AND created_at >= {from:DateTime64(6, 'UTC')} AND created_at < {to:DateTime64(6, 'UTC')}
      ) GROUP BY GROUPING SETS ((day), ()) ORDER BY isWhole, day`,
    params: { from: from.slice(0, -1), to: to.slice(0, -1) },
    settings: uncached,
  };
}
