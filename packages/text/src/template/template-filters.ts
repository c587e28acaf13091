import {
  listOfTexts,
  listValue,
  plainValue,
  pythonText,
  shown,
  textValue,
} from "./jinja-values.ts";
import type { JinjaValue } from "./jinja.ts";
import { percentFormat } from "./percent-format.ts";
import { jsonText } from "./python-json.ts";
import { areEqual, isIn, isTrue, nameOf } from "./python-operators.ts";
import { capitalised, strip, titled } from "./python-text.ts";

/** What a filter, a test or a method was given. */
export interface GivenValues {
  readonly positional: readonly JinjaValue[];
  readonly named: ReadonlyMap<string, JinjaValue>;
}

/** Says whether a value passes a test of the template language. */
export type TestRunner = (name: string, value: JinjaValue, given: readonly JinjaValue[]) => boolean;

/** Filters of text: whatever they are given, they take the text of it. */
const textFilters = new Set("upper lower replace indent".split(" "));

/**
 * A filter that the library lacks or carries out otherwise than Jinja does; null for the others.
 *
 * @throws Error for values that the filter cannot take
 */
export function ownFilter(
  name: string,
  operand: JinjaValue,
  given: GivenValues,
  test: TestRunner,
): JinjaValue | null {
  const { positional, named } = given;
  switch (name) {
    case "string":
      return textValue(pythonText(operand));
    case "trim":
      return textValue(stripped(pythonText(operand), "strip", given));
    case "capitalize":
      return textValue(capitalised(pythonText(operand)));
    case "title":
      return textValue(titled(pythonText(operand)));
    case "tojson":
      return textValue(json(operand, given));
    case "format": {
      if (operand.type !== "StringValue") throw new Error("the filter format needs text");
      const values = positional.map(shown);
      return textValue(percentFormat(operand.value as string, { kind: "list", values }));
    }
    case "length":
    case "count":
      if (operand.type === "StringValue")
        return plainValue(Array.from(operand.value as string).length);
      return operand.type === "UndefinedValue" ? plainValue(0) : null;
    case "items":
      return operand.type === "UndefinedValue" ? listValue([]) : null;
    case "list":
      if (operand.value instanceof Map) return listValue([...operand.value.keys()].map(textValue));
      if (operand.type === "StringValue")
        return listValue(Array.from(operand.value as string).map(textValue));
      return operand.type === "UndefinedValue" ? listValue([]) : null;
    case "select":
    case "reject":
    case "selectattr":
    case "rejectattr": {
      const [first, ...others] = positional;
      const ofAttribute = name.endsWith("attr");
      const attribute = ofAttribute ? pythonText(first ?? plainValue(undefined)) : null;
      const [testName, ...values] = ofAttribute ? others : positional;
      const wanted = name.startsWith("select");
      return listValue(
        itemsToSelect(name, operand).filter((item) => {
          const value = attribute === null ? item : attributeOf(item, attribute);
          const passes =
            testName === undefined ? isTrue(value) : test(pythonText(testName), value, values);
          return passes === wanted;
        }),
      );
    }
    case "default":
    case "d": {
      const other = positional[0] ?? named.get("default_value") ?? textValue("");
      const takesFalse = isTrue(positional[1] ?? named.get("boolean") ?? plainValue(false));
      const isMissing = operand.type === "UndefinedValue" || (takesFalse && !isTrue(operand));
      return isMissing ? other : operand;
    }
    default:
      return null;
  }
}

/** The operand as the library is to have it: text for the filters of text, lists of texts for `join`. */
export function takenBy(name: string, operand: JinjaValue): JinjaValue {
  if (name === "join") {
    return operand.type === "UndefinedValue" ? listValue([]) : listOfTexts(operand);
  }
  return textFilters.has(name) ? textValue(pythonText(operand)) : operand;
}

/** A test that the library lacks or carries out otherwise than Jinja does; null for the others. */
export function ownTest(
  name: string,
  value: JinjaValue,
  given: readonly JinjaValue[],
): boolean | null {
  const [other = plainValue(undefined)] = given;
  switch (name) {
    case "equalto":
    case "eq":
    case "==":
      return areEqual(value, other);
    case "ne":
    case "!=":
      return !areEqual(value, other);
    case "in":
      return isIn(value, other);
    case "iterable":
      return ["UndefinedValue", "StringValue", "ObjectValue", "ArrayValue", "TupleValue"].includes(
        value.type,
      );
    case "number":
      return ["IntegerValue", "FloatValue", "BooleanValue"].includes(value.type);
    case "float":
      return value.type === "FloatValue";
    default:
      return null;
  }
}

/** `strip`, `lstrip` or `rstrip` of a text, of the characters that are given. */
export function stripped(
  text: string,
  side: "strip" | "lstrip" | "rstrip",
  { positional, named }: GivenValues,
): string {
  const characters = positional[0] ?? named.get("chars");
  if (characters === undefined || characters.type === "NullValue") return strip(text, side);
  if (characters.type !== "StringValue")
    throw new Error(`${side} takes text, not ${nameOf(characters)}`);
  return strip(text, side, characters.value as string);
}

function json(operand: JinjaValue, { positional, named }: GivenValues): string {
  const [ensureAscii, indent, separators, sortKeys] = [
    positional[0] ?? named.get("ensure_ascii"),
    positional[1] ?? named.get("indent"),
    positional[2] ?? named.get("separators"),
    positional[3] ?? named.get("sort_keys"),
  ];
  return jsonText(operand, {
    ensureAscii: ensureAscii !== undefined && isTrue(ensureAscii),
    indent: indentation(indent),
    separators: separatorsOf(separators),
    sortKeys: sortKeys !== undefined && isTrue(sortKeys),
  });
}

function indentation(indent: JinjaValue | undefined): string | null {
  if (indent === undefined || indent.type === "NullValue") return null;
  if (indent.type === "StringValue") return indent.value as string;
  if (indent.type === "IntegerValue") return " ".repeat(Math.max(0, indent.value as number));
  throw new Error(`tojson cannot indent by ${nameOf(indent)}`);
}

function separatorsOf(given: JinjaValue | undefined): readonly [string, string] | null {
  if (given === undefined || given.type === "NullValue") return null;
  const [item, key] = Array.isArray(given.value) ? (given.value as JinjaValue[]) : [];
  if (item?.type !== "StringValue" || key?.type !== "StringValue") {
    throw new Error("the separators of tojson must be two texts");
  }
  return [item.value as string, key.value as string];
}

// What counts as false is nothing to select from.
function itemsToSelect(name: string, operand: JinjaValue): JinjaValue[] {
  if (!isTrue(operand)) return [];
  if (operand.type === "StringValue") return Array.from(operand.value as string).map(textValue);
  if (operand.value instanceof Map) return [...operand.value.keys()].map(textValue);
  if (Array.isArray(operand.value)) return operand.value as JinjaValue[];
  throw new Error(`${name} works on lists, not on ${nameOf(operand)}`);
}

/** The attribute of a path with dots; undefined where there is none. */
function attributeOf(item: JinjaValue, path: string): JinjaValue {
  let value: JinjaValue | undefined = item;
  for (const name of path.split(".")) {
    if (value?.value instanceof Map) value = value.value.get(name) as JinjaValue | undefined;
    else if (Array.isArray(value?.value)) value = (value.value as JinjaValue[])[Number(name)];
    else value = undefined;
  }
  return value ?? plainValue(undefined);
}
