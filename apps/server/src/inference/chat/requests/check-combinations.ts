import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";
import type { ChatCaller, ChatRequest } from "./chat-request.ts";
import { chatLimits } from "./check-ranges.ts";

/** A rule about members that do not go together, or that nobody may use. */
interface Rule {
  readonly param: string;
  readonly isBroken: (request: ChatRequest) => boolean;
  readonly says: string;
  readonly isUnsupported?: boolean;
}

/** Reference: inference-api §5. Rules about tools and formats are checked where they are read. */
const rules: readonly Rule[] = [
  {
    param: "stream_options",
    isBroken: ({ stream, stream_options: options }) =>
      stream !== true && Object.keys(options ?? {}).length > 0,
    says: "stream_options is only for streams: set stream to true, or leave it out.",
  },
  {
    param: "top_logprobs",
    isBroken: ({ logprobs, top_logprobs: top }) => logprobs !== true && (top ?? 0) > 0,
    says: "top_logprobs needs logprobs: set logprobs to true, or leave it out.",
  },
  {
    param: "prompt_logprobs",
    isBroken: ({ stream, prompt_logprobs: prompt }) => stream === true && (prompt ?? 0) > 0,
    says: "prompt_logprobs does not go with stream: ask for one of them.",
  },
  {
    param: "continue_final_message",
    isBroken: (request) =>
      request.continue_final_message === true && request.add_generation_prompt !== false,
    says:
      "continue_final_message goes on with the last message, and add_generation_prompt, which is " +
      "true unless you say otherwise, opens a new one. Set add_generation_prompt to false.",
  },
  {
    param: "chat_template",
    isBroken: ({ chat_template: template, chat_template_kwargs: variables }) =>
      (template ?? null) !== null || (variables?.["chat_template"] ?? null) !== null,
    says: "chat_template is not taken from requests: the model's own template is used. Leave it out.",
    isUnsupported: true,
  },
  {
    param: "mm_processor_kwargs",
    isBroken: ({ mm_processor_kwargs: options }) => (options ?? null) !== null,
    says: "mm_processor_kwargs is not taken from requests, and the model reads text alone. Leave it out.",
    isUnsupported: true,
  },
  {
    param: "logits_processors",
    isBroken: ({ logits_processors: processors }) => (processors?.length ?? 0) > 0,
    says: "logits_processors names code to run, which is not taken from requests. Leave it out.",
    isUnsupported: true,
  },
  {
    param: "engine_xargs",
    isBroken: ({ engine_xargs: one, vllm_xargs: other }) =>
      (one ?? null) !== null && (other ?? null) !== null,
    says: "engine_xargs and vllm_xargs are two names of one member: send one of them.",
  },
  {
    param: "n",
    isBroken: ({ use_beam_search: isBeamSearch, n }) =>
      isBeamSearch === true && (n ?? 1) > chatLimits.beams,
    says: `A beam search may have ${chatLimits.beams} beams: n must be at most that.`,
  },
];

/**
 * Checks what the schema cannot say of several members together.
 *
 * @throws InvalidParameter naming the member and the remedy
 */
export function checkCombinations(request: ChatRequest): void {
  for (const { param, isBroken, says, isUnsupported } of rules) {
    if (!isBroken(request)) continue;
    throw new InvalidParameter(
      param,
      says,
      isUnsupported ? "unsupported_parameter" : "invalid_parameter",
    );
  }
}

/**
 * The priority of a request: that of the header if it is an integer, otherwise that of the body.
 *
 * @throws InvalidParameter for one below 0, which would pass the requests of everybody else
 */
export function priorityOf({ priority }: ChatRequest, caller: ChatCaller): number {
  const header = /^[+-]?\d{1,15}$/.test(caller.priority ?? "")
    ? Number(caller.priority)
    : undefined;
  const wanted = header ?? priority ?? 0;
  if (wanted >= 0 && Number.isSafeInteger(wanted)) return wanted;
  throw new InvalidParameter(
    "priority",
    `priority must be 0 or more, got ${wanted}: a request may wait for others, not pass them.`,
  );
}
