import type { Constraint } from "@heddle/engine";
import type { OutputWish } from "./output-wish.ts";
import { reasonedFormat, type ReasoningState } from "./reasoning/reasoned-format.ts";
import { constraintFormat } from "./structured/constraint-format.ts";
import type { FormatWish } from "./structured/format-wish.ts";
import {
  anyCallTag,
  callsAlone,
  callTags,
  textWithCalls,
  maxCallTags,
} from "./tools/calls-format.ts";

/** A constraint and the member of the request that asked for it, if one did. */
export interface ConstraintPlan {
  readonly constraint?: Constraint;
  readonly constraintParam?: string;
}

/**
 * What an answer is held to. A call that the request demands, and the form of the content, hold for
 * every model; that a call which begins becomes a valid one is for models that mark their calls.
 */
export function planConstraint(
  { toolMode, allowsParallelCalls, format }: OutputWish,
  { marksCalls, reasoning }: { readonly marksCalls: boolean; readonly reasoning: ReasoningState },
): ConstraintPlan {
  const isSingle = !allowsParallelCalls;
  switch (toolMode.kind) {
    case "named":
    case "required": {
      const isNamed = toolMode.kind === "named";
      const tools = isNamed ? [toolMode.tool] : toolMode.tools;
      const calls = callsAlone(callTags(tools, { isLoose: false }), {
        isSingle: isNamed || isSingle,
      });
      return asked(reasonedFormat(calls, reasoning), "tool_choice");
    }
    case "auto": {
      const isMarked = marksCalls && toolMode.tools.length <= maxCallTags;
      const tags = isMarked ? callTags(toolMode.tools, { isLoose: true }) : [anyCallTag];
      if (format !== undefined) {
        const either = callsOr(format, callsAlone(tags, { isSingle }));
        return asked(reasonedFormat(either, reasoning), format.param);
      }
      return isMarked ? { constraint: tagged(textWithCalls(tags, { isSingle })) } : {};
    }
    default: {
      if (format === undefined) return {};
      const { constraint, param } = format;
      if (reasoning === "over") return { constraint, constraintParam: param };
      return asked(reasonedFormat(constraintFormat(constraint), reasoning), param);
    }
  }
}

/** Calls, or content of a form. Where the form is a structural tag, it says itself what text may be. */
function callsOr({ constraint }: FormatWish, calls: unknown): unknown {
  const content = constraintFormat(constraint);
  if (constraint.kind === "structural_tag") return content;
  return { type: "or", elements: [calls, content] };
}

function asked(format: unknown, param: string): ConstraintPlan {
  return { constraint: tagged(format), constraintParam: param };
}

function tagged(format: unknown): Constraint {
  return { kind: "structural_tag", tag: { format } };
}
