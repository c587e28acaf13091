import { Scope, type JinjaValue } from "./jinja.ts";
import type { PercentArguments } from "./percent-format.ts";
import { floatText } from "./python-text.ts";

/** A value of text. The classes of values are not exported by the library; a scope converts. */
export function textValue(text: string): JinjaValue {
  return new Scope().set("text", text);
}

/** A list of values. */
export function listValue(items: Iterable<JinjaValue>): JinjaValue {
  const list = new Scope().set("list", []);
  for (const item of items) (list.value as JinjaValue[]).push(item);
  return list;
}

/** A mapping of values. */
export function mappingValue(entries: Iterable<readonly [string, JinjaValue]>): JinjaValue {
  const mapping = new Scope().set("mapping", {});
  for (const [key, value] of entries) (mapping.value as Map<string, JinjaValue>).set(key, value);
  return mapping;
}

/** True, false, a number or what is undefined. */
export function plainValue(value: boolean | number | undefined): JinjaValue {
  return new Scope().set("value", value);
}

/** A list of texts: what Python's `str` makes of each item, as `join` takes them; anything else as it is. */
export function listOfTexts(value: JinjaValue): JinjaValue {
  if (!Array.isArray(value.value)) return value;
  return new Scope().set("texts", (value.value as JinjaValue[]).map(pythonText));
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
  const isNumber = value.type === "IntegerValue" || value.type === "FloatValue";
  return isNumber ? (value.value as number) : pythonText(value);
}

/** What Python's `str` makes of a value, as templates write it out; the library would write JSON. */
export function pythonText(value: JinjaValue): string {
  switch (value.type) {
    case "StringValue":
      return value.value as string;
    case "BooleanValue":
      return value.value === true ? "True" : "False";
    case "FloatValue":
      return floatText(value.value as number);
    case "NullValue":
      return "None";
    case "UndefinedValue":
      return "";
    case "ArrayValue":
      return `[${(value.value as JinjaValue[]).map(representation).join(", ")}]`;
    case "TupleValue": {
      const items = (value.value as JinjaValue[]).map(representation);
      return items.length === 1 ? `(${items[0]},)` : `(${items.join(", ")})`;
    }
    case "ObjectValue": {
      const entries = [...(value.value as Map<string, JinjaValue>)];
      return `{${entries.map(([key, item]) => `${quoted(key)}: ${representation(item)}`).join(", ")}}`;
    }
    default:
      return value.toString();
  }
}

function representation(value: JinjaValue): string {
  return value.type === "StringValue" ? quoted(value.value as string) : pythonText(value);
}

const shortEscapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

// Python's `repr` of text: escapes what is not printable, that is of the categories C and Z but for the space.
function quoted(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(/[\\'"]|(?! )[\p{C}\p{Z}]/gu, (character) => {
    if (character === "'" || character === '"') {
      return character === quote ? `\\${character}` : character;
    }
    if (character === "\\") return "\\\\";
    const short = shortEscapes[character];
    if (short !== undefined) return short;
    const code = (character.codePointAt(0) ?? 0).toString(16);
    if (code.length <= 2) return `\\x${code.padStart(2, "0")}`;
    return code.length <= 4 ? `\\u${code.padStart(4, "0")}` : `\\U${code.padStart(8, "0")}`;
  });
  return quote + escaped + quote;
}
