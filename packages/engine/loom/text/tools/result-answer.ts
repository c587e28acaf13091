import { spacedJson, type Json } from "../spaced-json.ts";

const doneWords = ["ok", "done", "success", "sent", "true", ""];
const doneKeys = ["status", "result", "ok", "success", "done"];

function parsed(result: string): Json {
  try {
    return JSON.parse(result) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return result;
    throw error;
  }
}

/** `a`, `a and b`, `a, b and c`. */
export function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isDone = (value: Json): boolean =>
  value === true || (typeof value === "string" && doneWords.includes(value.toLowerCase()));

/** Text as it is, anything else as JSON. */
const plain = (value: Json): string => (typeof value === "string" ? value : spacedJson(value));

function facts(object: { readonly [key: string]: Json }, path: string): string[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const name = `${path}${key.replaceAll("_", " ")}`;
    if (isObject(value)) return facts(value, `${name} `);
    if (!Array.isArray(value)) return [`the ${name} is ${plain(value)}`];
    if (value.length === 0) return [`the ${name} is empty`];
    return [`the ${name} ${value.length === 1 ? "is" : "are"} ${joined(value.map(plain))}`];
  });
}

/** What went wrong, where a result says so. */
function failure(value: Json): string | undefined {
  if (isObject(value) && typeof value.error === "string") return value.error;
  return typeof value === "string" && /^error: /i.test(value)
    ? value.slice("error: ".length)
    : undefined;
}

/** A result in a sentence: the values are copied, the keys are named. */
export function resultAnswer(result: string): string {
  const value = parsed(result);
  const error = failure(value);
  if (error !== undefined) return `That failed: ${error}.`;
  if (isDone(value)) return "Done.";
  if (Array.isArray(value)) {
    if (value.length === 0) return "Nothing was found.";
    return `The ${value.length === 1 ? "result is" : "results are"}: ${joined(value.map(plain))}`;
  }
  if (!isObject(value)) return `The result is: ${result}`;
  const entries = Object.entries(value);
  if (entries.length === 1 && entries.every(([key, of]) => doneKeys.includes(key) && isDone(of)))
    return "Done.";
  const text = joined(facts(value, ""));
  return `T${text.slice(1)}.`;
}

/** A result in the fewest words, to stand after the name of what was asked: `21`, `temp 21 and sky rain`. */
export function shortAnswer(result: string): string {
  const value = parsed(result);
  const error = failure(value);
  if (error !== undefined) return error;
  if (Array.isArray(value)) return joined(value.map(plain));
  if (!isObject(value)) return result;
  const entries = Object.entries(value);
  if (entries.length === 1) return plain(entries[0]?.[1] ?? "");
  return joined(entries.map(([key, of]) => `${key.replaceAll("_", " ")} ${plain(of)}`));
}
