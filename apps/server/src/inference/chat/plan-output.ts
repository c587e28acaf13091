import type { Constraint } from "@heddle/engine";
import type { ServedModel } from "../models/served-model.ts";
import type { AnswerReader } from "./answer/answer-reader.ts";
import { ContentReader } from "./answer/content-reader.ts";
import type { OutputWish } from "./output-wish.ts";
import { planConstraint } from "./plan-constraint.ts";
import { reasoningState } from "./reasoning/reasoned-format.ts";
import { ReasoningReader } from "./reasoning/reasoning-reader.ts";
import { reasoningMarks } from "./reasoning/reasoning-marks.ts";
import { newCallId } from "./tools/call-id.ts";
import { callMarks } from "./tools/call-marks.ts";
import { CallReader } from "./tools/call-reader.ts";
import type { ToolMode } from "./tools/tool-mode.ts";

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
  /** Texts that must not be sampled, whichever tokens write them. */
  readonly excluded: readonly string[];
  /** Texts that the readers look for. Where they are special tokens they are read, and no one else sees them. */
  readonly marks: readonly string[];
  /** Whether no character may be broken. */
  readonly wholeCharacters: boolean;
  readonly toolMode: ToolMode["kind"];
  /** The reasoning is not to be shown, and log probabilities and token ids would show it. */
  readonly hidesReasoning: boolean;
  /** A reader for each choice. */
  readonly readers: () => AnswerReader;
}

/**
 * Plans the answer of one model: what to constrain, what to exclude, how to read it. A trained model gets
 * nothing but what the request itself asks for.
 */
export function planOutput(wish: OutputWish, surroundings: OutputSurroundings): OutputPlan {
  const { model, prompt, reasons } = surroundings;
  const { toolMode, allowsParallelCalls } = wish;
  const marksCalls = model.marksCalls && !model.isTrained;
  const asks = wish.format !== undefined || ["required", "named"].includes(toolMode.kind);
  const hidesReasoning = reasons && !wish.includesReasoning;
  // Where nobody sees the reasoning, a constraint holds from the first token on: there is none then.
  const thinks = reasons && !(hidesReasoning && asks);
  const state = thinks ? reasoningState(prompt) : "over";
  const mayCall = toolMode.kind !== "none";
  const callOptions = {
    newCallId: surroundings.newCallId ?? newCallId,
    allowsParallelCalls,
    keepsText: toolMode.kind === "auto",
  };
  const excludesCalls = marksCalls && !mayCall && wish.format === undefined;
  return {
    ...planConstraint(wish, { marksCalls, reasoning: state }),
    excluded: excludesCalls ? [callMarks.open] : [],
    marks: [
      ...(mayCall ? Object.values(callMarks) : []),
      ...(state === "over" ? [] : Object.values(reasoningMarks)),
    ],
    wholeCharacters: marksCalls,
    toolMode: toolMode.kind,
    hidesReasoning,
    readers: () => {
      const behind = mayCall ? new CallReader(callOptions) : new ContentReader();
      if (state === "over") return behind;
      return new ReasoningReader({ isOpen: state === "open", isHidden: hidesReasoning, behind });
    },
  };
}
