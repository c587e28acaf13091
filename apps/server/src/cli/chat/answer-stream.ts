import { EventSourceParserStream } from "eventsource-parser/stream";
import { ConfigError } from "../../config/config.ts";
import type { ServerAddress } from "../server-address.ts";

/** One message of a conversation. */
export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** What a conversation asks for. */
export interface ChatQuestion {
  readonly model: string;
  readonly messages: readonly Message[];
  /** Left to the model where it is undefined. */
  readonly temperature: number | undefined;
  readonly maxTokens: number | undefined;
}

/** A part of an answer; the last one has the number of its tokens. */
export interface AnswerPart {
  readonly text: string;
  readonly reasoning: string;
  readonly tokens: number | undefined;
}

/** The members of a chunk that are read here. */
interface Chunk {
  readonly choices?: readonly {
    readonly delta: { readonly content?: string | null; readonly reasoning?: string | null };
  }[];
  readonly usage?: { readonly completion_tokens: number } | null;
  readonly error?: { readonly message: string };
}

/**
 * Asks a server, and gives its answer part by part.
 *
 * @throws ConfigError with the server's own words if it refuses or breaks off
 */
export async function* answerStream(
  { url, key }: ServerAddress,
  { model, messages, temperature, maxTokens }: ChatQuestion,
  signal: AbortSignal,
): AsyncGenerator<AnswerPart> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      model,
      messages,
      stream: true,
      stream_options: { include_usage: true },
      ...(temperature !== undefined && { temperature }),
      ...(maxTokens !== undefined && { max_completion_tokens: maxTokens }),
    }),
    signal,
  }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ConfigError(`${url} does not answer: ${causeOf(error)}.`);
  });
  if (!response.ok || response.body === null) throw new ConfigError(await refusalIn(response));
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) {
    if (data === "[DONE]") return;
    const { choices, usage, error } = JSON.parse(data) as Chunk;
    if (error !== undefined) throw new ConfigError(error.message);
    const delta = choices?.[0]?.delta;
    yield {
      text: delta?.content ?? "",
      reasoning: delta?.reasoning ?? "",
      tokens: usage?.completion_tokens,
    };
  }
}

async function refusalIn(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as Partial<Chunk>;
    if (error !== undefined) return error.message;
  } catch {
    // No JSON: something else than a server of ours answers there.
  }
  return `${new URL(response.url).origin} answers ${response.status} ${response.statusText}.`;
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
