/** Uses all that this SDK has for feedback; reports the answers. */
import * as weave from "weave";

const [, , project = ""] = process.argv;
const client = await weave.init(project);
const { feedback } = client.traceServerApi;

const scorer = await client.publish({ limit: 3 }, "length");
const weave_ref = `weave:///${project}/call/0198c5e2-6c1f-7d3a-9b4e-2f6a1c8d5e70`;
const byId = (id: string): { query: { $expr: never } } => ({
  query: { $expr: { $eq: [{ $getField: "id" }, { $literal: id }] } as never },
});

const scored = await client.addScore(
  "0198c5e2-6c1f-7d3a-9b4e-2f6a1c8d5e70",
  "0198c5e3-0b6d-7e91-a2c7-6d5f80b3e114",
  scorer.uri(),
  { share: 0.5, label: "short" },
);
const give = async (feedback_type: string, payload: object): Promise<{ id: string }> => {
  const body = { project_id: project, weave_ref, feedback_type, payload, creator: null };
  return (await feedback.feedbackCreateFeedbackCreatePost(body)).data;
};
const reaction = await give("wandb.reaction.1", { emoji: "👍🏽" });
const note = await give("wandb.note.1", { note: "Right, but short" });
const own = await give("review", { approved: true });

const list = async (query: object = {}): Promise<object[]> => {
  const sort_by = [{ field: "created_at", direction: "asc" as const }];
  const body = { project_id: project, sort_by, ...query };
  return (await feedback.feedbackQueryFeedbackQueryPost(body)).data.result;
};
const all = await list();
const found = await list(byId(note.id));
await feedback.feedbackPurgeFeedbackPurgePost({ project_id: project, ...byId(note.id) });
const { data: replaced } = await feedback.feedbackReplaceFeedbackReplacePost({
  project_id: project,
  weave_ref,
  feedback_type: "review",
  payload: { approved: false },
  feedback_id: own.id,
});
const refused = await give("wandb.note.1", { note: "" }).then(
  () => "it was stored",
  ({ status, error }: { status: number; error: unknown }) => ({ status, error }),
);

process.send?.({
  ids: { scored, reaction: reaction.id, note: note.id, own: own.id, replaced: replaced.id },
  reaction,
  all,
  found,
  left: await list({ fields: ["id", "payload.approved"] }),
  refused,
});
