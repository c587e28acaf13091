import type { MessagePort } from "node:worker_threads";
import type { Constraint } from "../constraints/constraint.ts";
import type { TemplateVariables } from "../template/chat-template.ts";
import type { EncodeOptions, TokenizerSource } from "../tokenizer/tokenizer.ts";
import type { Vocabulary } from "../tokenizer/vocabulary.ts";
import type { ErrorMessage } from "../threads/error-message.ts";
import type { PromptText } from "./prompt-text.ts";

/** The texts that make a model's tokenizer and templates. */
export interface TextFiles extends TokenizerSource {
  /** The text of the template; left out: the one in `tokenizer_config.json`, if any. */
  readonly chatTemplate?: string;
  /** Tokens of a whole sequence: bounds how long a text can be worth encoding. */
  readonly contextTokens?: number;
  /** Whether JSON schemas are tightened before they constrain this model; see `tightenSchema`. Default false. */
  readonly tightensSchemas?: boolean;
}

/** What the text worker is asked to do with a model. */
export type TextTask =
  | { readonly name: "load"; readonly files: TextFiles }
  | { readonly name: "encode"; readonly text: string; readonly options: EncodeOptions }
  | {
      readonly name: "decode";
      readonly tokens: Int32Array;
      readonly skipSpecialTokens: boolean;
    }
  | {
      readonly name: "render";
      readonly variables: TemplateVariables;
      readonly maxLength: number;
      readonly now: Date;
    }
  /** `render`, and `encode` of what it wrote: one message there and one back, in place of two. */
  | {
      readonly name: "prompt";
      readonly variables: TemplateVariables;
      readonly maxLength: number;
      readonly now: Date;
      /** UTF-16 units of a text that is worth encoding. */
      readonly maxTextLength: number;
      readonly options: EncodeOptions;
    };

/** What comes of it: a vocabulary of `load`, tokens of `encode`, text of `decode` and `render`. */
export type TaskResult = Vocabulary | Int32Array | string | PromptText;

/** From the client to the worker. */
export type TextRequest =
  | {
      readonly kind: "task";
      readonly id: number;
      readonly modelId: string;
      readonly task: TextTask;
    }
  | { readonly kind: "unload"; readonly modelId: string }
  | { readonly kind: "connect"; readonly source: number; readonly port: MessagePort };

/** From the worker to the client. */
export type TextReply =
  | { readonly id: number; readonly result: TaskResult }
  | { readonly id: number; readonly failure: ErrorMessage };

/** What the worker is started with. */
export interface TextWorkerData {
  readonly activity: SharedArrayBuffer;
}

/** From who samples to the worker, on a port of their own. */
export type MaskRequest =
  | {
      readonly kind: "open";
      readonly id: number;
      readonly modelId: string;
      readonly constraint: Constraint;
      /** Tokens of the sequence so far. */
      readonly tokens: readonly number[];
      readonly memory: SharedArrayBuffer;
    }
  /** One token more for each of several sequences: `tokens[i]` follows in sequence `ids[i]`. */
  | { readonly kind: "accept"; readonly ids: readonly number[]; readonly tokens: readonly number[] }
  | { readonly kind: "close"; readonly id: number };

/** Why a sequence has no mask; everything else goes through shared memory. */
export interface MaskFailure {
  readonly id: number;
  readonly failure: ErrorMessage;
}
