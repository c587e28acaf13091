import { listValue, plainValue, pythonText, textValue } from "./jinja-values.ts";
import type { JinjaValue } from "./jinja.ts";
import { capitalised } from "./python-text.ts";
import { stripped, type GivenValues } from "./template-filters.ts";

/** A method of Python's text that the library lacks or carries out otherwise; null for the others. */
export function textMethod(name: string, text: string, given: GivenValues): JinjaValue | null {
  const [first] = given.positional;
  switch (name) {
    case "strip":
    case "lstrip":
    case "rstrip":
      return textValue(stripped(text, name, given));
    case "capitalize":
      return textValue(capitalised(text));
    case "splitlines":
      return listValue(lines(text).map(textValue));
    case "join":
      if (!Array.isArray(first?.value)) return null;
      return textValue((first.value as JinjaValue[]).map(pythonText).join(text));
    case "find":
    case "count": {
      if (first?.type !== "StringValue" || given.positional.length > 1) return null;
      const part = first.value as string;
      if (name === "count") return part === "" ? null : plainValue(text.split(part).length - 1);
      const at = text.indexOf(part);
      return plainValue(at < 0 ? -1 : Array.from(text.slice(0, at)).length);
    }
    case "removeprefix":
    case "removesuffix": {
      if (first?.type !== "StringValue") return null;
      const part = first.value as string;
      if (name === "removeprefix") {
        return textValue(text.startsWith(part) ? text.slice(part.length) : text);
      }
      const isThere = part !== "" && text.endsWith(part);
      return textValue(isThere ? text.slice(0, -part.length) : text);
    }
    case "isdigit":
      return plainValue(/^\p{Nd}+$/u.test(text));
    default:
      return null;
  }
}

// But for the separators of ASCII, which no text has lines of.
function lines(text: string): string[] {
  const all = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
  return all.at(-1) === "" ? all.slice(0, -1) : all;
}
