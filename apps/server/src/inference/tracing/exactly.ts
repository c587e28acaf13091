import { json, rawText } from "@heddle/server-kit";

/**
 * A value of a request whose members keep the text that they came with, such as a seed beyond 2^53:
 * `serialise` writes them as they were.
 */
export function exactly(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => textOr(value, index, item));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, textOr(value, name, member)]),
  );
}

function textOr(owner: object, member: string | number, value: unknown): unknown {
  const text = rawText(owner, member);
  return text === undefined ? exactly(value) : json(text);
}
