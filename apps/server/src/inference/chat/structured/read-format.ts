import type { Constraint } from "@heddle/engine";
import type { Inference } from "@heddle/types";
import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";
import type { FormatWish } from "./format-wish.ts";
import { guidedOutputs } from "./guided-outputs.ts";
import { outputKinds, outputsConstraint, type OutputKind } from "./outputs-constraint.ts";
import { readStructuralTag } from "./read-structural-tag.ts";

type Outputs = Inference.StructuredOutputs;

/**
 * Reads `response_format`, `structured_outputs` and its older `guided_*` names: at most one
 * constraint on the content (rules C5, C6, C15 and C16, inference-api §5). `response_format` replaces
 * the member of `structured_outputs` that says the same; the rest of `structured_outputs` then counts
 * for it.
 *
 * @throws InvalidParameter naming the member that breaks a rule
 */
export function readFormat(request: Inference.ChatCompletionRequest): FormatWish | undefined {
  const { outputs, paramOf } = guidedOutputs(request);
  const byFormat = formatKind(request.response_format);
  const kinds = outputKinds.filter(
    (kind) => kind !== byFormat && (outputs?.[kind] ?? null) !== null,
  );
  const params = [...(byFormat === undefined ? [] : ["response_format"]), ...kinds.map(paramOf)];
  if (params.length > 1) {
    throw new InvalidParameter(
      "structured_outputs",
      `${params[0]} and ${params[1]} both say what the answer must look like: keep one of them.`,
    );
  }
  const [kind] = kinds;
  if (byFormat !== undefined) {
    const constraint = formatConstraint(request.response_format!, byFormat, outputs ?? {}, paramOf);
    return { constraint, param: "response_format" };
  }
  if (kind !== undefined) {
    return { constraint: outputsConstraint(kind, outputs!, paramOf), param: paramOf(kind) };
  }
  if (outputs === null) return undefined;
  const param = paramOf(null);
  throw new InvalidParameter(
    param,
    `${param} has no constraint: give one of ${outputKinds.join(", ")}, or leave it out.`,
  );
}

/** Which constraint a format of the response is; plain text is none. */
function formatKind(format: Inference.ResponseFormat | null | undefined): OutputKind | undefined {
  switch (format?.type) {
    case "json_object":
      return "json_object";
    case "json_schema":
      return "json";
    case "structural_tag":
      return "structural_tag";
    default:
      return undefined;
  }
}

function formatConstraint(
  format: Inference.ResponseFormat,
  kind: OutputKind,
  outputs: Outputs,
  paramOf: (member: keyof Outputs) => string,
): Constraint {
  if (format.type === "structural_tag") {
    return { kind: "structural_tag", tag: readStructuralTag(format, "response_format") };
  }
  if (kind === "json_object") {
    return outputsConstraint(kind, { ...outputs, json_object: true }, paramOf);
  }
  const schema = format.json_schema?.schema ?? null;
  if (schema === null) {
    throw new InvalidParameter(
      "response_format",
      'response_format of type "json_schema" needs json_schema with a schema.',
    );
  }
  return outputsConstraint(kind, { ...outputs, json: schema }, paramOf);
}
