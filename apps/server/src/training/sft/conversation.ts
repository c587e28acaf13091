import { ChatMessage, ChatTool } from "@heddle/server-kit/training/schemas";
import type { Inference } from "@heddle/types";
import { z } from "zod";
import { readMessages, type TemplateMessage } from "../../inference/chat/messages/read-messages.ts";
import { InvalidParameter } from "../../refusals/invalid-parameter.ts";
import { JobFailure } from "../jobs/job-work.ts";
import type { TrainedTurns } from "./sft-config.ts";

/** One example: a conversation as chat templates read it. */
export interface Conversation {
  readonly messages: readonly TemplateMessage[];
  readonly tools: readonly unknown[] | null;
}

const lineSchema = z.looseObject({
  messages: z.array(ChatMessage).min(1),
  tools: z.array(ChatTool).nullable().optional(),
});

/**
 * Reads a line of training data: an object with `messages` and optional `tools`, as chat takes them.
 * undefined for a blank line.
 *
 * @throws JobFailure naming the line and what is wrong with it
 */
export function conversationOf(
  line: string,
  number: number,
  turns: TrainedTurns,
): Conversation | undefined {
  if (line.trim() === "") return undefined;
  const parsed = lineSchema.safeParse(jsonOf(line, number));
  if (!parsed.success) throw badLine(number, firstIssue(parsed.error));
  const { messages: sent, tools = null } = parsed.data;
  const messages = read(sent as readonly Inference.ChatMessage[], number);
  const isAnswered =
    turns === "last"
      ? messages.at(-1)?.role === "assistant"
      : messages.some(({ role }) => role === "assistant");
  if (!isAnswered) {
    throw badLine(
      number,
      turns === "last"
        ? "its last message is not the assistant's"
        : "no message in it is the assistant's, so there is nothing to learn",
    );
  }
  const typed = tools?.map((tool) => Object.assign({}, tool, { type: "function" })) ?? null;
  return { messages, tools: typed };
}

/** The failure of a job because of a line of its data, counted from 1. */
export function badLine(number: number, why: string, cause?: unknown): JobFailure {
  return new JobFailure(`Line ${number} of the training data: ${why}.`, { cause });
}

function jsonOf(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw badLine(number, "it is no JSON", cause);
  }
}

function read(
  messages: readonly Inference.ChatMessage[],
  number: number,
): readonly TemplateMessage[] {
  try {
    return readMessages(messages);
  } catch (error) {
    if (!(error instanceof InvalidParameter)) throw error;
    throw badLine(number, `${error.param}: ${error.message.replace(/\.$/, "")}`, error);
  }
}

function firstIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  if (issue === undefined) return "it is no conversation";
  const place = issue.path.map(String).join(".");
  const isMessage = /^messages\.\d+/.test(place);
  const why = isMessage ? "is no message of a conversation" : issue.message.toLowerCase();
  return place === "" ? "it is no object with messages" : `${place} ${why}`;
}
