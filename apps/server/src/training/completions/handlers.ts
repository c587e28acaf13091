import { reply, sse } from "@heddle/server-kit";
import type { TrainingHandlers } from "@heddle/server-kit/training";
import type { Context } from "../../http/context.ts";
import type { Chat } from "../../inference/chat/chat.ts";
import { callerOf } from "../../inference/chat/requests/caller-of.ts";

/**
 * Answers of models, trained ones above all: the chat of inference. Only `stream_options` brings the
 * usage into a stream.
 */
export function completionsHandlers(chat: Chat): TrainingHandlers<Context>["chat"] {
  return {
    create: async (request) => {
      const answer = await chat.complete(request.body, callerOf(request, false));
      return answer.kind === "stream" ? sse(answer.chunks) : reply(200, answer.completion);
    },
  };
}
