/** A value of a JSON text, with what `JSON.parse` forgets: the tokens of numbers and the order. */
export type Json =
  | { readonly kind: "null" }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "number"; readonly token: string }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "array"; readonly items: readonly Json[] }
  | {
      readonly kind: "object";
      readonly members: readonly (readonly [name: string, value: Json])[];
    };

const tokens = /[[\]{},:]|"(?:[^"\\]|\\[^])*"|[^[\]{},:"\s]+/g;

/** Reads a valid JSON text. */
export function readJson(text: string): Json {
  const found = (text.match(tokens) ?? []).values();
  const next = (): string => found.next().value!;
  const value = (token: string): Json => {
    if (token === "[") {
      const items: Json[] = [];
      for (let at = next(); at !== "]"; at = next()) if (at !== ",") items.push(value(at));
      return { kind: "array", items };
    }
    if (token === "{") {
      const members: [string, Json][] = [];
      for (let at = next(); at !== "}"; at = next()) {
        if (at === ",") continue;
        next();
        members.push([JSON.parse(at) as string, value(next())]);
      }
      return { kind: "object", members };
    }
    if (token.startsWith('"')) return { kind: "string", value: JSON.parse(token) as string };
    if (token === "null") return { kind: "null" };
    if (token === "true" || token === "false") return { kind: "boolean", value: token === "true" };
    return { kind: "number", token };
  };
  return value(next());
}

/** The text of a value as the server stores a payload: compact, with numbers as they came. */
export function storedText(json: Json): string {
  return printed(json, (token) => token, JSON.stringify);
}

/** The text of a value within a payload, as queries see it. */
export function shownText(json: Json): string {
  return printed(merged(json), numberText, (text) =>
    JSON.stringify(text.toWellFormed())
      .replaceAll("\u2028", "\\u2028")
      .replaceAll("\u2029", "\\u2029")
      .replaceAll(/\\(?:u00..|[^])/g, (escape) =>
        escape.length > 2 ? `\\u${escape.slice(2).toUpperCase()}` : escape,
      ),
  );
}

/**
 * The shortest text of a number. Whole numbers of 64 bits stay exact, others are doubles; no number
 * is infinite, and there is no negative zero.
 */
export function numberText(token: string): string {
  if (/^-?\d+$/.test(token)) {
    const value = BigInt(token);
    if (value >= -(2n ** 63n) && value < 2n ** 64n) return String(value);
  }
  const value = Math.min(Math.max(Number(token), -Number.MAX_VALUE), Number.MAX_VALUE);
  return String(value).replace("e+", "e");
}

/** The member of a name; of duplicates the last. Names are well-formed text. */
export function memberOf(
  members: (Json & { kind: "object" })["members"],
  name: string,
): Json | undefined {
  return members.findLast(([own]) => own.toWellFormed() === name)?.[1];
}

/** The value with each name once: at its first place, with its last value. */
function merged(json: Json): Json {
  if (json.kind === "array") return { ...json, items: json.items.map(merged) };
  if (json.kind !== "object") return json;
  const members = new Map(json.members.map(([name, value]) => [name, merged(value)]));
  return { ...json, members: [...members] };
}

function printed(
  json: Json,
  number: (token: string) => string,
  string: (text: string) => string,
): string {
  switch (json.kind) {
    case "null":
      return "null";
    case "boolean":
      return String(json.value);
    case "number":
      return number(json.token);
    case "string":
      return string(json.value);
    case "array":
      return `[${json.items.map((item) => printed(item, number, string)).join(",")}]`;
    default: {
      const members = json.members.map(
        ([name, value]) => `${string(name)}:${printed(value, number, string)}`,
      );
      return `{${members.join(",")}}`;
    }
  }
}
