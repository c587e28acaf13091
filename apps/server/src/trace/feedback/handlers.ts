import { rawText, reply, serialise } from "@heddle/server-kit/trace";
import type { Trace } from "@heddle/types";
import type { Requester } from "../../access/requester.ts";
import type { HandlersOf } from "../trace-handlers.ts";
import type { Feedback } from "./feedback.ts";
import type { GivenFeedback } from "./write/feedback-intake.ts";

/** Giving, removing and reading feedback, and figures over it. */
export function feedbackHandlers(feedback: Feedback): HandlersOf<"feedback"> {
  return {
    create: async ({ body, context, signal }) => {
      const [created] = await feedback.create(context, [given(body, context)], signal);
      return reply(200, created!);
    },
    createBatch: async ({ body, context, signal }) => {
      const all = body.batch.map((item) => given(item, context));
      return reply(200, { res: await feedback.create(context, all, signal) });
    },
    replace: async ({ body, context, signal }) => {
      const one = given(body, context);
      return reply(200, await feedback.replace(context, one, body.feedback_id, signal));
    },
    purge: async ({ body, context }) => {
      await feedback.purge(context.projects.writable(body.project_id), body);
      return reply(200, {});
    },
    query: async ({ body, context, signal }) => {
      const project = context.projects.named(body.project_id);
      return reply(200, await feedback.query(context, project, body, signal));
    },
    stats: async ({ body, context, signal }) => {
      const project = context.projects.named(body.project_id);
      return reply(200, await feedback.stats(context, project, body, signal));
    },
    payloadSchema: async ({ body, context, signal }) => {
      const project = context.projects.named(body.project_id);
      return reply(200, await feedback.payloadSchema(context, project, body, signal));
    },
    aggregate: async ({ body, context, signal }) => {
      const project = context.projects.named(body.project_id);
      return reply(200, await feedback.aggregate(project, body, signal));
    },
  };
}

function given(item: Trace.FeedbackCreate, { projects }: Requester): GivenFeedback {
  return {
    project: projects.writable(item.project_id),
    item,
    payloadText: rawText(item, "payload") ?? serialise(item.payload),
  };
}
