import type { JinjaValue } from "./jinja.ts";
import { nameOf } from "./python-operators.ts";
import { floatText } from "./python-text.ts";

/** What Python's `json.dumps` may be asked, as transformers gives it to the filter `tojson`. */
export interface JsonStyle {
  readonly ensureAscii: boolean;
  /** What each level is indented by; null for one line. */
  readonly indent: string | null;
  readonly separators: readonly [string, string] | null;
  readonly sortKeys: boolean;
}

/**
 * A value as Python's `json.dumps` writes it.
 *
 * @throws Error for what is no JSON, such as what is undefined
 */
export function jsonText(value: JinjaValue, style: JsonStyle, line: string = "\n"): string {
  const { indent, sortKeys } = style;
  const [between, afterKey] = style.separators ?? [indent === null ? ", " : ",", ": "];
  const inner = line + (indent ?? "");
  const wrapped = (open: string, parts: readonly string[], close: string): string => {
    if (indent === null || parts.length === 0) return open + parts.join(between) + close;
    return open + inner + parts.join(between + inner) + line + close;
  };
  switch (value.type) {
    case "NullValue":
      return "null";
    case "BooleanValue":
    case "IntegerValue":
      return String(value.value);
    case "FloatValue":
      return floatText(value.value as number);
    case "StringValue":
      return quoted(value.value as string, style);
    case "ArrayValue":
    case "TupleValue": {
      const items = value.value as JinjaValue[];
      return wrapped(
        "[",
        items.map((item) => jsonText(item, style, inner)),
        "]",
      );
    }
    case "ObjectValue": {
      const entries = [...(value.value as Map<string, JinjaValue>)];
      if (sortKeys) entries.sort(([a], [b]) => (a < b ? -1 : 1));
      const members = entries.map(
        ([key, item]) => quoted(key, style) + afterKey + jsonText(item, style, inner),
      );
      return wrapped("{", members, "}");
    }
    default:
      throw new Error(`tojson cannot write ${nameOf(value)}`);
  }
}

function quoted(text: string, { ensureAscii }: JsonStyle): string {
  const json = JSON.stringify(text);
  if (!ensureAscii) return json;
  return json.replace(
    /[\x7f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
