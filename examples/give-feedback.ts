/** Gives feedback on a call, looks for it, and sums up the scores. */
import { randomUUID } from "node:crypto";
import { Heddle } from "@heddle/client";
import type { Trace } from "@heddle/types";
import { settings } from "./settings.ts";

const { project: project_id, ...connection } = settings;
const heddle = new Heddle(connection);
const { feedback } = heddle.trace;

const weave_ref = `weave:///${project_id}/call/${randomUUID()}`;
const scorer = `weave:///${project_id}/object/politeness:v0`;
const about = { project_id, weave_ref };

// What a person says: a reaction and a note. The server adds the name of the emoji.
const { payload } = await feedback.create({
  ...about,
  feedback_type: "wandb.reaction.1",
  payload: { emoji: "👍🏽" },
});
console.log(`reaction: ${String(payload["alias"])}`);
const note = { feedback_type: "wandb.note.1", payload: { note: "Right, but long." } };
const { id } = await feedback.create({ ...about, ...note });

// What a scorer has found. With ids of your own you can send a batch again.
const scores = [0.4, 0.8].map((score) => ({
  ...about,
  id: randomUUID(),
  feedback_type: "wandb.runnable.politeness",
  runnable_ref: scorer,
  payload: { output: { score } },
}));
await feedback.createBatch({ batch: scores });

const onCall: Trace.QueryOperation = { $eq: [{ $getField: "weave_ref" }, { $literal: weave_ref }] };
const polite: Trace.QueryOperation = {
  $gt: [{ $getField: "payload.output.score" }, { $literal: 0.5 }],
};
const found = await feedback.query({ project_id, query: { $expr: { $and: [onCall, polite] } } });
console.log(`polite: ${found.total_count} of ${scores.length}`);

const stats = await feedback.stats({
  project_id,
  start: new Date(Date.now() - 60_000).toISOString(),
  feedback_type: "wandb.runnable.politeness",
  metrics: [{ json_path: "output.score", aggregations: ["min", "max"] }],
});
console.log(`scores: ${JSON.stringify(stats.window_stats?.["output_score"])}`);

const isNote: Trace.QueryOperation = { $eq: [{ $getField: "id" }, { $literal: id }] };
await feedback.purge({ project_id, query: { $expr: isNote } });
const left = await feedback.query({
  project_id,
  query: { $expr: onCall },
  fields: ["feedback_type"],
});
console.log(`left: ${left.result.map((one) => one.feedback_type).join(", ")}`);
