import { listValue, textValue } from "./jinja-values.ts";
import type { JinjaValue } from "./jinja.ts";

/** Python's `==`: lists and mappings by what is in them; text is never equal to a number. */
export function areEqual(left: JinjaValue, right: JinjaValue): boolean {
  if (left === right) return true;
  if (isNumber(left) && isNumber(right)) return Number(left.value) === Number(right.value);
  if (left.type !== right.type) return false;
  const [a, b] = [left.value, right.value];
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, at) => areEqual(item, b[at] as JinjaValue));
  }
  if (left.type === "ObjectValue" && a instanceof Map && b instanceof Map) {
    return (
      a.size === b.size &&
      [...(a as Map<string, JinjaValue>)].every(([key, value]) => {
        const other = b.get(key) as JinjaValue | undefined;
        return other !== undefined && areEqual(value, other);
      })
    );
  }
  return a === b;
}

/**
 * Python's `in`; nothing is in what is undefined.
 *
 * @throws Error where Python has no such operation
 */
export function isIn(item: JinjaValue, container: JinjaValue): boolean {
  const { type, value } = container;
  if (type === "UndefinedValue") return false;
  if (type === "StringValue" && item.type === "StringValue") {
    return (value as string).includes(item.value as string);
  }
  if (Array.isArray(value)) return value.some((one) => areEqual(item, one as JinjaValue));
  if (value instanceof Map) return item.type === "StringValue" && value.has(item.value);
  throw new Error(`"in" asks whether ${nameOf(item)} is in ${nameOf(container)}`);
}

/**
 * Refuses a sum that Python would: the library writes anything next to text, as JSON.
 *
 * @throws Error
 */
export function checkSum(left: JinjaValue, right: JinjaValue): void {
  const types = [left.type, right.type];
  if (types.includes("StringValue") && left.type !== right.type) {
    throw new Error(
      `it adds ${nameOf(left)} and ${nameOf(right)}; the template may expect a content to be text, or a list of parts`,
    );
  }
}

/** Python's truth of a value. */
export function isTrue({ value }: JinjaValue): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value instanceof Map ? value.size > 0 : Boolean(value);
}

/** What a value is, for messages. */
export function nameOf(value: JinjaValue): string {
  const names: Readonly<Record<string, string>> = {
    StringValue: "text",
    IntegerValue: "a number",
    FloatValue: "a number",
    BooleanValue: "true or false",
    ArrayValue: "a list",
    TupleValue: "a list",
    ObjectValue: "a mapping",
    NullValue: "none",
    UndefinedValue: "an undefined value",
  };
  return names[value.type] ?? "a function";
}

/** Whether a value is a number for Python, where `true` is 1. */
export function isNumber({ type }: JinjaValue): boolean {
  return type === "IntegerValue" || type === "FloatValue" || type === "BooleanValue";
}

/** What a loop goes over: the characters of a text, nothing of what is undefined; anything else as it is. */
export function itemsOf(value: JinjaValue): JinjaValue {
  if (value.type === "UndefinedValue") return listValue([]);
  if (value.type === "StringValue")
    return listValue(Array.from(value.value as string).map(textValue));
  if (!Array.isArray(value.value)) return value;
  // The library unpacks lists only.
  const items = value.value as JinjaValue[];
  return listValue(
    items.map((item) =>
      item.type === "TupleValue" ? listValue(item.value as JinjaValue[]) : item,
    ),
  );
}
