import { EngineError } from "../errors.ts";

/** Whether a value of a document is an object: with members, and no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a JSON text. Throws `invalid` with the name of its source. */
export function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EngineError("invalid", `${source} is not JSON: ${reason}`, { cause });
  }
}

/** The object of a JSON text. Throws `invalid` when it is something else. */
export function parseJsonObject(text: string, source: string): Record<string, unknown> {
  const value = parseJson(text, source);
  if (!isObject(value)) throw new EngineError("invalid", `${source} is not a JSON object.`);
  return value;
}

/**
 * The names of the outermost object of a valid JSON text, in order and with repetitions, which `JSON.parse` hides.
 */
export function* topLevelNames(text: string): Generator<string> {
  let depth = 0;
  let awaitsName = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === "{" || character === "[") {
      depth++;
      awaitsName = depth === 1;
    } else if (character === "}" || character === "]") {
      depth--;
    } else if (character === "," && depth === 1) {
      awaitsName = true;
    } else if (character === '"') {
      const end = endOfString(text, index);
      if (awaitsName && depth === 1) yield String(JSON.parse(text.slice(index, end + 1)));
      awaitsName = false;
      index = end;
    }
  }
}

/** The place of the quote that closes the string opened at `start`. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
  return index;
}
