import type { Inference } from "@heddle/types";
import type { Context } from "../../../http/context.ts";

/** A chat request as both services take it: read, and valid by its schema. */
export type ChatRequest = Inference.ChatCompletionRequest;

/** What a service, its path and its headers say beside the body of a request. */
export interface ChatCaller {
  /** The entity of the key. */
  readonly entity: string;
  /** The sender, for those who write on its behalf. */
  readonly requester: Pick<Context, "principal" | "projects">;
  /** `X-Heddle-Trace`: a project of the sender, whose calls the answer joins. */
  readonly traceProject: string | undefined;
  /** `entity/project`: what is used counts for it, and its limit holds. */
  readonly project: string;
  /** The base of the answer's `id`, unless the body has one and no header does. */
  readonly requestId: string;
  /** Whether the caller chose that id, by the header `X-Request-Id`. */
  readonly hasOwnRequestId: boolean;
  /** `X-Vllm-Priority`, as it was sent. */
  readonly priority: string | undefined;
  /** Whether a stream ends with its usage where `stream_options` is absent. */
  readonly forcesStreamUsage: boolean;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
}
