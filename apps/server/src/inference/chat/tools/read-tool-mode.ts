import type { Inference } from "@heddle/types";
import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";
import { maxCallTags } from "./calls-format.ts";
import type { ToolMode } from "./tool-mode.ts";

/**
 * Which calls a request lets the model make (rules C8, C9, C11 and C12, inference-api §5). Without a
 * `tool_choice` the model may call what is offered.
 *
 * @throws InvalidParameter naming the member that breaks a rule
 */
export function readToolMode(request: Inference.ChatCompletionRequest): ToolMode {
  const tools = request.tools ?? null;
  const choice = request.tool_choice ?? (tools === null ? "none" : "auto");
  if (tools?.length === 0) {
    throw new InvalidParameter("tools", "tools is empty: offer at least one, or leave tools out.");
  }
  if (choice === "none") return { kind: "none" };
  if (tools === null) {
    throw new InvalidParameter(
      "tool_choice",
      "tool_choice needs tools to choose from: give tools.",
    );
  }
  if (choice === "required" && tools.length > maxCallTags) {
    throw new InvalidParameter(
      "tools",
      `tools has ${tools.length} entries; with a tool_choice of "required" there can be at most ${maxCallTags}.`,
    );
  }
  if (typeof choice === "string") return { kind: choice, tools };
  const { name } = choice.function;
  if (name === "") {
    throw new InvalidParameter("tool_choice.function.name", "tool_choice names no function.");
  }
  const tool = tools.find((each) => each.function.name === name);
  if (tool !== undefined) return { kind: "named", tool };
  throw new InvalidParameter(
    "tool_choice",
    `tool_choice names ${quoted(name)}, which is not among the tools: ${tools
      .slice(0, maxListedNames)
      .map((each) => quoted(each.function.name))
      .join(", ")}${tools.length > maxListedNames ? ", …" : ""}.`,
  );
}

const maxListedNames = 10;
const maxQuoted = 200;

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, maxQuoted));
}
