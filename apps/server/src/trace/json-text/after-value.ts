import {
  afterString,
  closeArray,
  closeObject,
  comma,
  isBlank,
  openArray,
  openObject,
  quote,
} from "./characters.ts";

/** The position after the value that begins at `at` in a valid JSON text. */
export function afterValue(text: string, at: number): number {
  let depth = 0;
  let next = at;
  do {
    const code = text.charCodeAt(next);
    if (code === quote) {
      next = afterString(text, next);
    } else if (code === openObject || code === openArray) {
      depth += 1;
      next += 1;
    } else if (code === closeObject || code === closeArray) {
      depth -= 1;
      next += 1;
    } else if (depth > 0) {
      next += 1;
    } else {
      next = afterScalar(text, next);
    }
  } while (depth > 0 && next < text.length);
  return next;
}

function afterScalar(text: string, at: number): number {
  let next = at;
  while (next < text.length && !endsScalar(text.charCodeAt(next))) next += 1;
  return next;
}

function endsScalar(code: number): boolean {
  return code === comma || code === closeArray || code === closeObject || isBlank(code);
}
