import type { ChatTrace } from "../../config/chat-trace.ts";
import type { ChatCaller } from "../chat/requests/chat-request.ts";

/**
 * The project in which a request becomes a call: what its header says, otherwise the setting. A
 * project of one entity takes no requests of others, who would hand their conversations to it.
 * Undefined: none.
 */
export function tracePlace(
  { entity, requester, traceProject }: Pick<ChatCaller, "entity" | "requester" | "traceProject">,
  setting: ChatTrace | undefined,
): string | undefined {
  if (traceProject !== undefined) return traceProject;
  if (setting === undefined) return undefined;
  const project = `${setting.entity ?? entity}/${setting.project}`;
  return requester.projects.visible(project) === undefined ? undefined : project;
}
