import { BadRequest } from "@heddle/server-kit";

/** The preferences of a request in its `Prefer` header. */
export interface Preferences {
  /** The status to answer: `code=404`, or `status=404`. */
  readonly code?: number;
  /** The name of the example to answer: `example=finished`. */
  readonly example?: string;
  /** How long to wait before the answer and before each item of a stream: `delay=250`. */
  readonly delayMs?: number;
}

const maxDelayMs = 60_000;
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Reads a `Prefer` header; several of them arrive joined by commas. The first mention of a
 * preference counts; parameters and unknown preferences are ignored.
 *
 * Throws `BadRequest` if the header does not have this syntax, or a code or a delay is not a
 * number.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7240#section-2
 */
export function readPreferences(header: string | null): Preferences {
  const given = new Map<string, string>();
  for (const preference of split(header ?? "", ",")) {
    const [pair = ""] = split(preference, ";");
    if (pair.trim() === "") continue;
    const { name, value } = readPair(pair);
    if (!given.has(name)) given.set(name, value);
  }
  const code = given.get("code") ?? given.get("status");
  const example = given.get("example");
  const delay = given.get("delay");
  return {
    ...(code !== undefined && { code: readNumber("code", code, 100, 599) }),
    ...(example !== undefined && { example }),
    ...(delay !== undefined && { delayMs: readNumber("delay", delay, 0, maxDelayMs) }),
  };
}

/** Preferences as `Preference-Applied` names them; `undefined` if there are none. */
export function writePreferences(preferences: Preferences): string | undefined {
  const { code, example, delayMs } = preferences;
  const applied = [
    ...(example === undefined ? [] : [`example=${word(example)}`]),
    ...(code === undefined ? [] : [`code=${code}`]),
    ...(delayMs === undefined ? [] : [`delay=${delayMs}`]),
  ];
  return applied.length === 0 ? undefined : applied.join(", ");
}

function readPair(pair: string): { name: string; value: string } {
  const [name = "", value = "", ...more] = split(pair, "=").map((part) => part.trim());
  if (more.length > 0 || !token.test(name)) throw unreadable(pair);
  if (!value.startsWith('"')) {
    if (value !== "" && !token.test(value)) throw unreadable(pair);
    return { name: name.toLowerCase(), value };
  }
  if (!/^"(?:[^"\\]|\\.)*"$/.test(value)) throw unreadable(pair);
  return { name: name.toLowerCase(), value: value.slice(1, -1).replaceAll(/\\(.)/g, "$1") };
}

function unreadable(pair: string): BadRequest {
  const wanted = "Prefer: example=<name>, code=<status>";
  return new BadRequest(`Prefer cannot be read at ${pair.trim().slice(0, 80)}. Write ${wanted}`);
}

function readNumber(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  const found = text.slice(0, 40);
  throw new BadRequest(`Prefer: ${name} is a number from ${least} to ${most}, not "${found}"`);
}

function word(value: string): string {
  return token.test(value) ? value : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** Splits at a separator outside of quoted text. */
function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let part = "";
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '"') isQuoted = !isQuoted;
    if (char === separator && !isQuoted) {
      parts.push(part);
      part = "";
      continue;
    }
    part += char;
    if (char === "\\" && isQuoted) part += text.charAt(++i);
  }
  return [...parts, part];
}
