import { reply, sse } from "@heddle/server-kit";
import type { InferenceHandlers } from "@heddle/server-kit/inference";
import type { Context } from "../../http/context.ts";
import type { Chat } from "./chat.ts";
import { callerOf } from "./requests/caller-of.ts";

/** Answers to conversations. A stream ends with its usage unless the request says otherwise. */
export function chatHandlers(chat: Chat): InferenceHandlers<Context>["chat"] {
  return {
    create: async (request) => {
      const answer = await chat.complete(request.body, callerOf(request, true));
      return answer.kind === "stream" ? sse(answer.chunks) : reply(200, answer.completion);
    },
  };
}
