/** A chat request as it came: the bytes for who forwards them, the value for who reads it. */
export interface ChatRequest {
  readonly rawBody: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a backend sends: an answer of one piece, or the events of a stream, each the JSON text of one `data:` line. */
export type ChatReply =
  | { readonly kind: "json"; readonly status: number; readonly body: string }
  | { readonly kind: "stream"; readonly events: AsyncIterable<string> };

/**
 * What answers chat completions. An engine does so through messages, templates and `sample`; a server that already
 * speaks the protocol does so alone, and its bytes pass through as they are.
 */
export interface ChatBackend {
  /** Whether this backend answers for a model name. */
  serves(model: string): boolean;
  complete(request: ChatRequest, signal: AbortSignal): Promise<ChatReply>;
}
