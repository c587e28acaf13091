import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FeedbackScene, type Given } from "../testing/feedback-scene.ts";

let scene: FeedbackScene;

const day = 86_400_000;
const span = { after_ms: Date.now() - day, before_ms: Date.now() + day };

beforeAll(async () => {
  scene = await FeedbackScene.open();
  scene.enterNewProject();
  const monitor = (name: string): string => scene.ref(`object/${name}:v`);
  const scored = (scorer: string, given: Given): Trace.FeedbackCreate =>
    scene.own(
      { output: 1 },
      {
        feedback_type: `wandb.runnable.${scorer}`,
        runnable_ref: scene.ref(`object/${scorer}:v`),
        ...given,
      },
    );
  await scene.store(
    scored("polite", { scorer_ratings: { _rating_: 0.5, other: 1 }, span_agent_name: "bot" }),
    scored("polite", { scorer_ratings: { _rating_: 1 }, scorer_tags: ["kind", "kind", "short"] }),
    scored("polite", { trigger_ref: monitor("watch") }),
    scored("exact", {
      scorer_tags: ["kind"],
      trigger_ref: monitor("watch-2"),
      span_agent_name: "bot",
    }),
    scene.note({ weave_ref: scene.ref("agent_turn/t1") }),
    scene.note({ weave_ref: scene.ref("agent_conversation/c1"), span_status_code: "ERROR" }),
  );
});
afterAll(() => scene[Symbol.asyncDispose]());

async function aggregate(asked: object): Promise<Trace.FeedbackAggregate> {
  const answer = await scene.ask("/feedback/aggregate", {
    project_id: scene.project_id,
    ...span,
    ...asked,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body as unknown as Trace.FeedbackAggregate;
}

async function counts(asked: object): Promise<Record<string, number>> {
  const { buckets } = await aggregate(asked);
  return Object.fromEntries(
    buckets.map(({ group, total_count }) => [Object.values(group).join("/"), total_count]),
  );
}

test("sums up everything", async () => {
  expect(await aggregate({})).toEqual({
    ...span,
    time_bucket_seconds: null,
    buckets: [
      {
        time_bucket_start_ms: null,
        group: {},
        total_count: 6,
        scored_count: 3,
        tag_counts: { kind: 2, short: 1 },
        rating_counts: { _rating_: 2, other: 1 },
        rating_sums: { _rating_: 1.5, other: 1 },
      },
    ],
  });
});

test.each<[what: string, asked: object, groups: Record<string, number>]>([
  ["scorers", { group_by: ["scorer_id"] }, { "": 2, exact: 1, polite: 3 }],
  ["agents", { group_by: ["span_agent_name"] }, { "": 4, bot: 2 }],
  ["states", { group_by: ["span_status_code"] }, { ERROR: 1, UNSET: 5 }],
  [
    "scorers and agents",
    { group_by: ["scorer_id", "span_agent_name"], feedback_types: ["wandb.runnable."] },
    { "exact/bot": 1, "polite/": 2, "polite/bot": 1 },
  ],
])("divides by %s", async (_, asked, groups) => expect(await counts(asked)).toEqual(groups));

test.each<[what: string, asked: object, total: number]>([
  ["beginnings of types", { feedback_types: ["wandb.note", "wandb.runnable.ex"] }, 3],
  ["tags", { tags: ["short", "none"] }, 1],
  ["ratings from", { rating_min: 0.9 }, 2],
  ["ratings up to", { rating_max: 0.6 }, 1],
  ["one rating in both limits", { rating_min: 0.6, rating_max: 0.9 }, 0],
  ["a monitor", { monitor_ids: ["watch"] }, 1],
  ["monitors by their beginning", { monitor_ids: ["watch*"] }, 2],
  ["scorers", { scorer_ids: ["exact", "pol*"] }, 4],
  ["agents", { span_agent_names: ["bot"] }, 2],
  ["turns", { span_types: ["agent_turn"] }, 1],
  ["turns and conversations", { span_types: ["agent_turn", "agent_conversation"] }, 2],
  ["all with empty lists", { tags: [], scorer_ids: [], span_types: [], group_by: [] }, 6],
  ["all conditions at once", { tags: ["kind"], span_agent_names: ["bot"] }, 1],
  ["nothing in an empty span", { before_ms: span.after_ms }, 0],
  ["nothing in the far future", { after_ms: 9e15, before_ms: 9.007e15 }, 0],
])("counts %s", async (_, asked, total) => {
  const { buckets } = await aggregate(asked);
  expect(buckets.reduce((sum, { total_count }) => sum + total_count, 0)).toBe(total);
});

describe("time", () => {
  test("is divided from 1970 on", async () => {
    const { buckets } = await aggregate({ time_bucket_seconds: 10 * 86_400 });
    const [bucket] = buckets;
    const start = bucket?.time_bucket_start_ms ?? -1;
    expect(start % (10 * day)).toBe(0);
    expect(start).toBeGreaterThan(span.after_ms - 10 * day);
  });

  test("comes before the group", async () => {
    const asked = { time_bucket_seconds: 86_400, group_by: ["scorer_id"] };
    const found = (await aggregate(asked)).buckets;
    const keys = found.map((one) => [one.time_bucket_start_ms, one.group["scorer_id"]].join("/"));
    expect(keys).toEqual(keys.toSorted());
  });
});

test.each<[what: string, asked: object, status: number]>([
  ["no beginning", { after_ms: undefined }, 422],
  ["a bucket of no seconds", { time_bucket_seconds: 0 }, 422],
  ["a bucket of ages", { time_bucket_seconds: 5_000_000_000 }, 400],
  ["1,001 tags", { tags: Array<string>(1_001).fill("a") }, 400],
  ["a rating above 1", { rating_min: 1.5 }, 422],
  ["another dimension", { group_by: ["creator"] }, 422],
])("%s is refused", async (_, asked, status) => {
  const body = { project_id: scene.project_id, ...span, ...asked };
  expect((await scene.ask("/feedback/aggregate", body)).status).toBe(status);
});
