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
  type CallTag,
} from "./tools/calls-format.ts";

/** A constraint and the member of the request that asked for it, if one did. */
export interface ConstraintPlan {
  readonly constraint?: Constraint;
  readonly constraintParam?: string;
}

/** How many calls may stand in place of a content that has a form. */
const maxCallsBesideFormat = 4;
/** For more tools the grammar of several calls would be too large. */
const maxToolsRepeated = 16;

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
      const tags = marksCalls ? callTags(toolMode.tools, { isLoose: true }) : [anyCallTag];
      if (format !== undefined) {
        const most = isSingle || tags.length > maxToolsRepeated ? 1 : maxCallsBesideFormat;
        const either = callsOr(format, tags, most);
        return asked(reasonedFormat(either, reasoning), format.param);
      }
      const text = marksCalls ? textWithCalls(tags, { isSingle }) : undefined;
      return text === undefined ? {} : { constraint: tagged(text) };
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
function callsOr({ constraint }: FormatWish, tags: readonly CallTag[], mostCalls: number): unknown {
  const content = constraintFormat(constraint);
  if (constraint.kind === "structural_tag") return content;
  const call = tags.length === 1 ? tags[0]! : { type: "or", elements: tags };
  return { type: "or", elements: [callsUpTo(mostCalls, call), content] };
}

/** One call up to some, a line apart. xgrammar takes a section that may go on for ever only at the end of an answer. */
function callsUpTo(most: number, call: unknown): unknown {
  if (most === 1) return call;
  const more = { type: "sequence", elements: [newline, callsUpTo(most - 1, call)] };
  return { type: "sequence", elements: [call, { type: "or", elements: [nothing, more] }] };
}

const newline = { type: "const_string", value: "\n" } as const;
/** A constant must not be empty. */
const nothing = { type: "regex", pattern: "\\n{0}" } as const;

function asked(format: unknown, param: string): ConstraintPlan {
  return { constraint: tagged(format), constraintParam: param };
}

function tagged(format: unknown): Constraint {
  return { kind: "structural_tag", tag: { format } };
}
