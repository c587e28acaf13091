import {
  backslash,
  closeArray,
  closeObject,
  comma,
  openArray,
  openObject,
  quote,
} from "../../json-text/characters.ts";

/** One member of an object as text. */
export interface MemberText {
  /** In quotes and with its escapes. */
  readonly name: string;
  /** The name without quotes and escapes; one name has many spellings. */
  readonly key: string;
  readonly value: string;
}

/**
 * Cuts the text of a JSON object into its members; values keep their text. The text must be a valid
 * JSON object.
 */
export function jsonMembers(object: string): MemberText[] {
  const members: MemberText[] = [];
  let at = object.indexOf("{") + 1;
  const end = object.lastIndexOf("}");
  while (at < end) {
    const nameStart = object.indexOf('"', at);
    if (nameStart === -1 || nameStart > end) break;
    const nameEnd = afterString(object, nameStart);
    const valueStart = object.indexOf(":", nameEnd) + 1;
    const valueEnd = afterValue(object, valueStart, end);
    const value = object.slice(valueStart, valueEnd).trim();
    const name = object.slice(nameStart, nameEnd);
    members.push({ name, key: keyOf(name), value });
    at = valueEnd + 1;
  }
  return members;
}

/** Joins members to the text of an object. */
export function jsonObject(members: readonly Omit<MemberText, "key">[]): string {
  return `{${members.map(({ name, value }) => `${name}:${value}`).join(",")}}`;
}

function keyOf(name: string): string {
  return name.includes("\\") ? (JSON.parse(name) as string) : name.slice(1, -1);
}

/** The index after the string that starts here. */
function afterString(json: string, start: number): number {
  let at = json.indexOf('"', start + 1);
  while (isEscaped(json, at)) at = json.indexOf('"', at + 1);
  return at + 1;
}

function isEscaped(json: string, at: number): boolean {
  let slashes = 0;
  while (json.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
  return slashes % 2 === 1;
}

/** The index of the comma after the value that starts here, or `end`. */
function afterValue(json: string, start: number, end: number): number {
  let depth = 0;
  for (let at = start; at < end;) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      at = afterString(json, at);
      continue;
    }
    if (code === openObject || code === openArray) depth += 1;
    else if (code === closeObject || code === closeArray) depth -= 1;
    else if (code === comma && depth === 0) return at;
    at += 1;
  }
  return end;
}
