import { project } from "../calls/sample-call.ts";
import { annotationType, scoreType } from "../feedback/sample-feedback.ts";
import { feedbackFacts, orderedFacts, pieceFacts, scoreFacts } from "./feedback-answers.ts";
import type { FeedbackPicks } from "./feedback-picks.ts";
import * as raw from "./feedback-sql.ts";
import type { Question } from "./question.ts";

const callsPath = "/traces/calls/stream_query";
const score = `feedback.[${scoreType}].payload.output.score`;

const page = (members: object): object => ({
  project_id: project,
  sort_by: [{ field: "started_at", direction: "desc" }],
  limit: 50,
  ...members,
});
const above = (threshold: number): object =>
  page({ query: { $expr: { $gt: [{ $getField: score }, { $literal: threshold }] } } });
const isAnnotated = {
  $convert: { input: { $getField: `feedback.[${annotationType}].payload.value` }, to: "exists" },
};

/** In the order of the table. */
export const questions: readonly Question<FeedbackPicks>[] = [
  {
    name: "newest 50 with their feedback",
    path: callsPath,
    body: () => page({ include_feedback: true }),
    raw: raw.newestWithFeedback,
    facts: feedbackFacts,
  },
  {
    name: "newest 50 with a score above a threshold (a fifth)",
    path: callsPath,
    body: ({ lowScore }) => above(lowScore),
    raw: raw.newestAboveLow,
    facts: orderedFacts,
  },
  {
    name: "newest 50 with a score above a threshold (1 of 1,000 calls)",
    path: callsPath,
    body: ({ highScore }) => above(highScore),
    raw: raw.newestAboveHigh,
    facts: orderedFacts,
  },
  {
    name: "newest 50 with a type of feedback (a tenth)",
    path: callsPath,
    body: () => page({ query: { $expr: { $and: [isAnnotated] } } }),
    raw: raw.newestAnnotated,
    facts: orderedFacts,
  },
  {
    name: "first 50 by a score",
    path: callsPath,
    body: () => page({ sort_by: [{ field: score, direction: "desc" }] }),
    raw: raw.bestScored,
    facts: orderedFacts,
  },
  {
    name: "the feedback of a ref",
    path: "/traces/feedback/query",
    body: ({ callId }) => ({
      project_id: project,
      query: {
        $expr: {
          $eq: [{ $getField: "weave_ref" }, { $literal: `weave:///${project}/call/${callId}` }],
        },
      },
    }),
    raw: raw.ofRef,
    facts: pieceFacts,
  },
  {
    name: "statistics of the scores of 30 days",
    path: "/traces/feedback/stats",
    body: ({ from, to }) => ({
      project_id: project,
      start: from,
      end: to,
      granularity: 86_400,
      feedback_type: scoreType,
      metrics: [
        { json_path: "output.score", aggregations: ["avg", "min", "max"] },
        { json_path: "output.correct", value_type: "boolean", aggregations: ["count_true"] },
      ],
    }),
    raw: raw.dailyScores,
    facts: scoreFacts,
  },
];
