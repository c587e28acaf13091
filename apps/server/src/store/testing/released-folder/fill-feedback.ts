import { json } from "@heddle/server-kit";
import type { FolderClient } from "./folder-client.ts";
import { words } from "./payload-texts.ts";

/** Fills a project with feedback of every type, and removes and replaces some of it. */
export async function fillFeedback(client: FolderClient, project_id: string): Promise<void> {
  const ref = (tail: string): string => `weave:///${project_id}/${tail}`;
  const given = (id: string, more: object): object => ({
    project_id,
    id,
    weave_ref: ref("call/c1"),
    ...more,
  });
  const note = (id: string, text: string): object =>
    given(id, { feedback_type: "wandb.note.1", payload: { note: text }, creator: "Ada é" });
  const own = (id: string, payload: string): object =>
    given(id, { feedback_type: "own", payload: json(payload), weave_ref: ref("object/x:d") });
  const makers = {
    runnable_ref: ref("op/polite:v"),
    call_ref: ref("call/c2"),
    trigger_ref: ref("object/watch:v"),
  };
  const field_schema = { type: "integer", maximum: 5 };
  const spec = { project_id, object_id: "stars", val: { field_schema } };
  const { digest } = await client.write<{ digest: string }>("/obj/create", {
    obj: { ...spec, builtin_object_class: "AnnotationSpec" },
  });
  const batch = [
    note("note", "Gut, aber lang. 日本"),
    note("overwritten", "first"),
    note("removed", "gone"),
    note("replaced", "old"),
    given("reaction", { feedback_type: "wandb.reaction.1", payload: { emoji: "👩🏽‍🤝‍👨🏿" } }),
    given("stars", {
      feedback_type: "wandb.annotation.stars",
      payload: { value: 4 },
      annotation_ref: ref(`object/stars:${digest}`),
    }),
    given("score", {
      ...makers,
      feedback_type: "wandb.runnable.polite",
      payload: json('{"output":{"score":0.50,"ok":true}}'),
      scorer_tags: ["kind", ""],
      scorer_ratings: { _rating_: 0.5, "": 1 },
      scorer_rating_reasons: { _rating_: "short" },
    }),
    given("monitor", { ...makers, feedback_type: "wandb.agent_monitor", payload: {} }),
    given("user", {
      feedback_type: "wandb.agent_user_feedback",
      payload: { text: "slow" },
      scorer_tags: ["complaint"],
      span_agent_name: "bot",
    }),
    own("odd", '{"z":1e2,"a":12345678901234567890123,"z":-0,"s":"\\ud800","list":[1,[2]]}'),
    own("refs", JSON.stringify({ target: ref("object/x:d"), text: `see ${ref("call/c1")}` })),
    own("long", JSON.stringify({ text: words(50_000) })),
  ];
  await client.write("/feedback/batch/create", { batch });
  await client.write("/feedback/create", note("overwritten", "second"));
  const isRemoved = { $eq: [{ $getField: "id" }, { $literal: "removed" }] };
  await client.write("/feedback/purge", { project_id, query: { $expr: isRemoved } });
  const replacement = note("replacement", "new") as Record<string, unknown>;
  await client.write("/feedback/replace", { ...replacement, feedback_id: "replaced" });
}
