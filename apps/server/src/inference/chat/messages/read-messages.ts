import type { Inference } from "@heddle/types";
import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";
import { contentText } from "./content-text.ts";
import { messageCalls, type TemplateCall } from "./message-calls.ts";

/** A message as chat templates read it. */
export interface TemplateMessage {
  readonly role: string;
  readonly content: string;
  readonly name?: string;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly TemplateCall[];
  /** What the model thought, under both of the names that templates know it by. */
  readonly reasoning?: string;
  readonly reasoning_content?: string;
  readonly tools?: readonly unknown[];
  readonly channel?: string;
  readonly recipient?: string;
  readonly content_type?: string;
}

/**
 * Messages as chat templates read them (inference-api §3.1): one text for each content, arguments of
 * calls as objects, and the older forms of calls and results in today's.
 *
 * @throws InvalidParameter for parts that a text model cannot read, by name
 */
export function readMessages(
  messages: readonly Inference.ChatMessage[],
): readonly TemplateMessage[] {
  return messages.map((message, index) =>
    "author" in message && !("role" in message)
      ? channelMessage(message, `messages.${index}`)
      : roleMessage(message as Loose, `messages.${index}`),
  );
}

/** Any message with a role. The variants differ in what they require, not in what a member means. */
type Loose = Partial<Omit<Inference.AssistantMessage, "role" | "content">> &
  Pick<Inference.CustomMessage, "role" | "tools" | "tool_call_id"> & { readonly content?: unknown };

/**
 * Roles in the words of chat templates. Those of open models know no developer, and leave his message
 * out without a word; his instructions are those of the system.
 */
const roles: ReadonlyMap<string, string> = new Map([
  ["developer", "system"],
  ["function", "tool"],
]);

function roleMessage(message: Loose, path: string): TemplateMessage {
  if ((message.audio ?? null) !== null) {
    throw new InvalidParameter(
      `${path}.audio`,
      "This model hears and speaks no sound: give the words of the earlier answer as content.",
      "unsupported_parameter",
    );
  }
  const content = contentText(message.content ?? null, `${path}.content`);
  const calls = messageCalls(message);
  const reasoning = message.reasoning ?? message.reasoning_content ?? null;
  return {
    role: roles.get(message.role) ?? message.role,
    content: content === "" ? (message.refusal ?? "") : content,
    ...given({ name: message.name, tool_call_id: message.tool_call_id, tools: message.tools }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(reasoning === null ? {} : { reasoning, reasoning_content: reasoning }),
  };
}

function channelMessage(message: Inference.ChannelMessage, path: string): TemplateMessage {
  const { author, channel, recipient, content_type } = message;
  return {
    role: roles.get(author.role) ?? author.role,
    content: contentText(message.content ?? null, `${path}.content`),
    ...given({ name: author.name, channel, recipient, content_type }),
  };
}

/** The members that have a value. */
function given<Members extends Readonly<Record<string, unknown>>>(
  members: Members,
): { readonly [Name in keyof Members]?: NonNullable<Members[Name]> } {
  const filled = Object.entries(members).filter(([, value]) => (value ?? null) !== null);
  return Object.fromEntries(filled) as { [Name in keyof Members]?: NonNullable<Members[Name]> };
}
