import type { RecordedRequest } from "./recorded-folder.ts";

/** Reads of the feedback of a project that a release answers. */
export function feedbackRequests(project_id: string): readonly RecordedRequest[] {
  const field = ($getField: string): object => ({ $getField });
  const literal = ($literal: unknown): object => ({ $literal });
  const onCall = { $eq: [field("weave_ref"), literal(`weave:///${project_id}/call/c1`)] };
  const scored = { $gt: [field("payload.output.score"), literal(0.4)] };
  const tagged = { $contains: { input: field("scorer_tags"), substr: literal("kind") } };
  const queries: readonly object[] = [
    {},
    { query: { $expr: onCall }, sort_by: [{ field: "created_at", direction: "desc" }], limit: 3 },
    { query: { $expr: { $and: [onCall, scored] } }, fields: ["id", "payload.output.score"] },
    { query: { $expr: tagged }, fields: ["scorer_ratings._rating_", "scorer_ratings.", "payload"] },
    { query: { $expr: { $in: [field("id"), ["odd", "removed", "replaced"].map(literal)] } } },
    { fields: ["count(*)"] },
    { sort_by: [{ field: "payload.output.score", direction: "asc" }], fields: ["id"], offset: 2 },
  ];
  const groups = { group_by: ["scorer_id", "span_agent_name"], after_ms: 0, before_ms: 4e12 };
  return [
    ...queries.map((query) => ({ path: "/feedback/query", body: { project_id, ...query } })),
    { path: "/feedback/aggregate", body: { project_id, ...groups } },
  ];
}
