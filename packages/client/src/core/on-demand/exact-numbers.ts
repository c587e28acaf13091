import type { ApiCall } from "../api-call.ts";
import type { PageCall } from "../page.ts";
import type { StreamCall } from "../stream.ts";

/** A value whose integers may be `bigint`: those that a `number` cannot hold exactly. */
export type Exact<T> = T extends number
  ? number extends T
    ? T | bigint
    : T
  : T extends object
    ? { [Member in keyof T]: Exact<T[Member]> }
    : T;

/**
 * Reads integers beyond ±2^53 of an answer as `bigint`, exactly; all other numbers stay `number`.
 * Call it directly on the call, before the call is awaited.
 *
 * @example
 * const { count } = await exactNumbers(heddle.trace.calls.queryStats({ project_id }));
 * for await (const call of exactNumbers(heddle.trace.calls.query({ project_id }))) { … }
 */
export function exactNumbers<T>(call: StreamCall<T>): StreamCall<Exact<T>>;
export function exactNumbers<T>(call: PageCall<T>): PageCall<Exact<T>>;
export function exactNumbers<T>(call: ApiCall<T>): ApiCall<Exact<T>>;
export function exactNumbers(call: ApiCall<unknown>): ApiCall<unknown> {
  return call.parseWith(parseExactly);
}

/** Parses JSON; integers that a `number` cannot hold exactly become `bigint`. */
export function parseExactly(text: string): unknown {
  // Wrong text throws here. Most texts have no long number, and need nothing else.
  const value: unknown = JSON.parse(text);
  if (!/\d{16}/.test(text)) return value;
  const mark = `${crypto.getRandomValues(new Uint32Array(4)).join("")}:`;
  const marked = markIntegers(text, mark);
  return marked === text
    ? value
    : JSON.parse(marked, (_, member: unknown) =>
        typeof member === "string" && member.startsWith(mark)
          ? BigInt(member.slice(mark.length))
          : member,
      );
}

/** Writes integers that a `number` cannot hold exactly as strings that begin with `mark`. */
function markIntegers(json: string, mark: string): string {
  const tokens = /"|-?\d[\d.eE+-]*/g;
  const pieces: string[] = [];
  let copied = 0;
  for (let token = tokens.exec(json); token; token = tokens.exec(json)) {
    const [found] = token;
    if (found === '"') {
      tokens.lastIndex = endOfString(json, tokens.lastIndex);
    } else if (/^-?\d{16,}$/.test(found) && !Number.isSafeInteger(Number(found))) {
      pieces.push(json.slice(copied, token.index), `"${mark}${found}"`);
      copied = tokens.lastIndex;
    }
  }
  return pieces.join("") + json.slice(copied);
}

/** The place after the quote that ends the string at `from`. */
function endOfString(json: string, from: number): number {
  for (let quote = json.indexOf('"', from); ; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (json[quote - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
}
