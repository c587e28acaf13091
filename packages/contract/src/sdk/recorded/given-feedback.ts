import type { Trace } from "@heddle/types";
import { expect } from "vitest";

/** The members that the server adds to each reaction of the recordings. */
const thumbs: Readonly<Record<string, object>> = {
  "👍🏽": {
    alias: ":thumbs_up_medium_skin_tone:",
    detoned: "👍",
    detoned_alias: ":thumbs_up:",
  },
};

/** What a client has given so far, so that answers can be compared with it. */
export class GivenFeedback {
  readonly #byId = new Map<string, Trace.FeedbackCreate>();

  /** Checks the answer to feedback, and takes note of it. */
  create(item: Trace.FeedbackCreate, created: Trace.FeedbackCreated): void {
    expect(created).toMatchObject({ wb_user_id: "local", payload: stored(item) });
    if (item.id !== undefined && item.id !== null) expect(created.id).toBe(item.id);
    this.#byId.set(created.id, item);
  }

  /** Forgets what a purge names; it may be gone already. */
  purge({ query }: Trace.FeedbackPurge): void {
    const [, literal] = (query.$expr as { $eq: [unknown, { $literal: string }] }).$eq;
    this.#byId.delete(literal.$literal);
  }

  /** Checks that a row has what was given, and nothing that an old SDK would refuse. */
  check(row: Trace.Feedback): void {
    const { id = "" } = row;
    const item = this.#byId.get(id);
    if (item === undefined) throw new Error(`nobody gave ${id}`);
    const filled = Object.entries(item).filter(([name, value]) => isFilled(name, value));
    const given = { ...Object.fromEntries(filled), id, payload: stored(item) };
    expect(row).toMatchObject({ ...given, wb_user_id: "local" });
    const known = [...oldest, ...filled.map(([name]) => name)];
    expect(Object.keys(row).filter((name) => !known.includes(name))).toEqual([]);
  }

  /** The ids of the feedback on something, in the order in which it was given. */
  on(ref: string): string[] {
    return [...this.#byId].flatMap(([id, { weave_ref }]) => (weave_ref === ref ? [id] : []));
  }
}

/** The members of a row that all SDKs with feedback know. */
const oldest: readonly string[] = [
  "id",
  "project_id",
  "weave_ref",
  "wb_user_id",
  "creator",
  "created_at",
  "feedback_type",
  "payload",
  "annotation_ref",
  "runnable_ref",
  "call_ref",
  "trigger_ref",
];

function stored({ feedback_type, payload }: Trace.FeedbackCreate): object {
  if (feedback_type !== "wandb.reaction.1") return payload;
  return { ...payload, ...thumbs[String(payload["emoji"])] };
}

function isFilled(name: string, value: unknown): boolean {
  if (name === "wb_user_id" || value === null || value === "" || value === "UNSET") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}
