import { rawText } from "@heddle/server-kit";

/**
 * The JSON text of a part of a request. Members that the spec marks `x-raw-json` keep the digits and
 * the order that the client sent. The kit bounds how deep a body is. `without` leaves out a member of
 * the value itself.
 */
export function exactJson(value: unknown, without?: string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    return `[${value.map((item, i) => rawText(value, i) ?? exactJson(item)).join(",")}]`;
  }
  const members = Object.entries(value)
    .filter(([name]) => name !== without)
    .map(
      ([name, member]) => `${JSON.stringify(name)}:${rawText(value, name) ?? exactJson(member)}`,
    );
  return `{${members.join(",")}}`;
}
