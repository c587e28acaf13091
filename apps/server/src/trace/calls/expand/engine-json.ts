import {
  afterString,
  closeArray,
  closeObject,
  comma,
  isBlank,
  isDigit,
  minus,
  quote,
} from "../../json-text/characters.ts";
import { engineString } from "../../json-text/engine-string.ts";
import { numberText } from "../record/leaves/number-text.ts";

/**
 * A valid JSON text as the JSON functions of the trace engine print it: without white space, numbers
 * in their shortest form. So a value behind a ref has the same text as a value in a payload.
 */
export function engineJson(text: string): string {
  let printed = "";
  let copied = 0;
  const replace = (from: number, to: number, by: string): void => {
    printed += text.slice(copied, from) + by;
    copied = to;
  };
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    let end = at + 1;
    if (code === quote) {
      end = afterString(text, at);
      const token = text.slice(at, end);
      const own = engineString(JSON.parse(token) as string);
      if (own !== token) replace(at, end, own);
    } else if (isBlank(code)) {
      replace(at, end, "");
    } else if (code === minus || isDigit(code)) {
      while (end < text.length && !endsNumber(text.charCodeAt(end))) end += 1;
      replace(at, end, numberText(text.slice(at, end)));
    }
    at = end;
  }
  return printed + text.slice(copied);
}

function endsNumber(code: number): boolean {
  return code === comma || code === closeArray || code === closeObject || isBlank(code);
}
