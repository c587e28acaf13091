import type { Inference } from "@heddle/types";
import { callMarks } from "./call-marks.ts";

/** The engine takes no more sections in one structural tag: so many tools can have a grammar. */
export const maxCallTags = 1000;

/** A section of a structural tag. */
export interface CallTag {
  readonly type: "tag";
  readonly begin: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly end: string;
}

/** Calls that must be valid: each names an offered tool and has arguments that its schema allows. */
export function callTags(
  tools: readonly Inference.ChatTool[],
  { isLoose }: { readonly isLoose: boolean },
): readonly CallTag[] {
  return tools.map(({ function: { name, parameters } }) => ({
    type: "tag",
    begin: `${callMarks.open}\n{"name": ${JSON.stringify(name)}, "arguments": `,
    content: {
      type: "json_schema",
      json_schema: argumentsSchema(parameters ?? null),
      ...(isLoose ? { loose: true } : {}),
    },
    end: `}\n${callMarks.close}`,
  }));
}

/** A call with anything in it, for models whose calls are not to be influenced. */
export const anyCallTag: CallTag = {
  type: "tag",
  begin: callMarks.open,
  content: { type: "any_text" },
  end: callMarks.close,
};

/** Free text in which whatever begins as a call becomes a valid one. */
export function textWithCalls(
  tags: readonly CallTag[],
  { isSingle }: { readonly isSingle: boolean },
): Readonly<Record<string, unknown>> {
  const triggers = [callMarks.open];
  return { type: "triggered_tags", triggers, tags, stop_after_first: isSingle };
}

/** Nothing but calls, at least one. */
export function callsAlone(
  tags: readonly CallTag[],
  { isSingle }: { readonly isSingle: boolean },
): Readonly<Record<string, unknown>> {
  const form = { type: "tags_with_separator", separator: "\n", tags };
  return { ...form, at_least_one: true, stop_after_first: isSingle };
}

/**
 * Arguments are an object. A tool that names no parameters takes none: otherwise the model would
 * invent some.
 */
function argumentsSchema(parameters: Readonly<Record<string, unknown>> | null): unknown {
  if (parameters === null) return { type: "object", properties: {}, additionalProperties: false };
  const spoken = Object.entries(parameters).filter(([keyword]) => !silent.has(keyword));
  const namesNone =
    spoken.length > 0 &&
    spoken.every(([keyword, value]) => {
      return (keyword === "properties" || keyword === "required") && isEmpty(value);
    });
  return { type: "object", ...parameters, ...(namesNone ? { additionalProperties: false } : {}) };
}

/** Keywords that say nothing of members. */
const silent: ReadonlySet<string> = new Set(["type", "title", "description", "$schema"]);

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
