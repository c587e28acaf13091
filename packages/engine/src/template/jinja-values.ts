import { EngineError } from "../errors.ts";
import { Scope, type JinjaValue } from "./jinja.ts";
import type { PercentArguments } from "./percent-format.ts";

/** A value of text. The classes of values are not exported by the library; a scope converts. */
export function textValue(text: string): JinjaValue {
  return new Scope().set("text", text);
}

/** What stands on the right of `%`, as Python takes it. */
export function percentArguments(value: JinjaValue): PercentArguments {
  if (value.type === "TupleValue") {
    return { kind: "list", values: (value.value as JinjaValue[]).map(shown) };
  }
  if (value.type === "ObjectValue") {
    const entries = [...(value.value as Map<string, JinjaValue>)];
    return { kind: "mapping", values: new Map(entries.map(([name, one]) => [name, shown(one)])) };
  }
  return { kind: "list", values: [shown(value)] };
}

/** A value as Python's text of it, or as a number. */
export function shown(value: JinjaValue): string | number {
  switch (value.type) {
    case "StringValue":
      return value.value as string;
    case "IntegerValue":
    case "FloatValue":
      return value.value as number;
    case "BooleanValue":
      return value.value === true ? "True" : "False";
    case "NullValue":
      return "None";
    default:
      return value.toString();
  }
}

/**
 * Python writes 1.0 for the float, the library 1: a template that counts on it is told.
 *
 * @throws EngineError `unsupported`
 */
export function refuseWholeFloats(value: JinjaValue): void {
  if (value.type === "FloatValue" && Number.isInteger(value.value)) {
    throw new EngineError(
      "unsupported",
      `tojson of the float ${value.toString()}: the embedded engine would write ${String(value.value)}. Use an integer in the template.`,
    );
  }
  if (Array.isArray(value.value)) {
    for (const item of value.value as JinjaValue[]) refuseWholeFloats(item);
  } else if (value.value instanceof Map) {
    for (const item of (value.value as Map<string, JinjaValue>).values()) refuseWholeFloats(item);
  }
}
