import type { Constraint } from "@heddle/engine";
import type { Inference } from "@heddle/types";
import type { ServedModel } from "../models/served-model.ts";
import type { AnswerReader } from "./answer/answer-reader.ts";
import type { ToolMode } from "./tools/tool-mode.ts";

/** What a request says about the form of its answer, read and checked: nothing of it depends on the model. */
export interface OutputWish {
  readonly toolMode: ToolMode;
  /** False: only the first call of an answer counts. */
  readonly allowsParallelCalls: boolean;
  /** What the content must look like, and which member of the request says so. */
  readonly format?: { readonly constraint: Constraint; readonly param: string };
  readonly includesReasoning: boolean;
}

/** What `planOutput` needs beside the request. */
export interface OutputSurroundings {
  readonly model: ServedModel;
  /** The rendered prompt. Its end tells whether the template opened the reasoning, or closed it. */
  readonly prompt: string;
  /** Whether the model thinks before it speaks (`ReasoningModels`). */
  readonly reasons: boolean;
  /** Ids for calls; random where left out. */
  readonly newCallId?: () => string;
}

/** How to sample an answer and how to read it. */
export interface OutputPlan {
  readonly constraint?: Constraint;
  /**
   * The member of the request that asked for the constraint, for the engine's refusals. Absent where
   * nothing asked for it: when the engine refuses it (`parameter` "constraint"), sample without it.
   */
  readonly constraintParam?: string;
  /** Texts that must not be sampled. */
  readonly banned: readonly string[];
  readonly toolMode: ToolMode["kind"];
  /** The reasoning is not to be shown, and log probabilities and token ids would show it. */
  readonly hidesReasoning: boolean;
  /** A reader for each choice. */
  readonly readers: () => AnswerReader;
}

/**
 * Reads what a request wants of the form of its answer. Rules C5 to C12, C15 and C16, as far as they
 * need no grammar to be compiled.
 *
 * @throws InvalidParameter naming the member that breaks a rule
 */
export function readOutputWish(_request: Inference.ChatCompletionRequest): OutputWish {
  throw new Error("readOutputWish is not written yet.");
}

/** Plans the answer of one model: what to constrain, what to ban, how to read it. Throws nothing. */
export function planOutput(_wish: OutputWish, _surroundings: OutputSurroundings): OutputPlan {
  throw new Error("planOutput is not written yet.");
}
