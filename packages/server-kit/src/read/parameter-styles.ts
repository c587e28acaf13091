import { piecesOf, leaf, nest, type Nested } from "./nested.ts";
import type { ParameterSpec } from "../operation.ts";
import { isOpen, itemsOf, memberNames, coerce } from "./coerce.ts";
import { decode, type Pair } from "./search.ts";

/** The query of a request, and the names that are parameters of their own. */
export interface Query {
  readonly pairs: readonly Pair[];
  readonly names: ReadonlySet<string>;
}

const separators: Readonly<Record<string, string>> = { spaceDelimited: " ", pipeDelimited: "|" };
/** Deeper names are refused: no parameter nests like this. */
const maxDepth = 32;

/**
 * The texts of a query parameter, by its style; `undefined` if the parameter was not given.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#style-values
 */
export function queryTexts(spec: ParameterSpec, query: Query): Nested | undefined {
  if (spec.style === "deepObject") return deepObject(spec, query.pairs);
  // Exploded is the default of `form` alone, which is the default style here.
  const isExploded = spec.explode ?? (spec.style ?? "form") === "form";
  if (spec.kind === "object" && isExploded) return spreadObject(spec, query);
  const given = query.pairs
    .filter(({ name }) => name === spec.name || spec.aliases?.includes(name))
    .map(({ encoded }) => encoded);
  if (given.length === 0) return undefined;
  if (spec.kind === "array") {
    if (spec.delimiter !== undefined) return leaf(separated(given, spec.delimiter));
    const texts = isExploded ? given : given.flatMap((encoded) => listed(spec, encoded));
    return leaf(texts.map(decode));
  }
  const last = given.at(-1) ?? "";
  return spec.kind === "object" ? paired(listed(spec, last).map(decode)) : leaf([decode(last)]);
}

/** The texts of a path, header or cookie parameter. The given text is already decoded. */
export function simpleTexts(spec: ParameterSpec, given: string): Nested | undefined {
  const { kind, explode = false } = spec;
  const { text, separator } = unstyled(spec, given);
  if (kind !== "array" && kind !== "object") return leaf([text]);
  const isRepeated = spec.style === "matrix" && explode;
  const all = text === "" ? [] : text.split(separator).map((one) => one.trim());
  if (kind === "array") {
    return leaf(isRepeated ? all.map((one) => one.slice(one.indexOf("=") + 1)) : all);
  }
  return paired(explode ? all.flatMap((pair) => [...split(pair, "=")]) : all);
}

/**
 * Strips the prefixes of `.a.b` (label) and `;name=a,b` (matrix), and finds the separator of
 * values.
 */
function unstyled(
  { style, name, explode = false, kind }: ParameterSpec,
  given: string,
): { readonly text: string; readonly separator: string } {
  if (style === "label") return { text: given.replace(/^\./, ""), separator: explode ? "." : "," };
  if (style !== "matrix") return { text: given, separator: "," };
  const bare = given.replace(/^;/, "");
  if (explode && (kind === "array" || kind === "object")) return { text: bare, separator: ";" };
  const text = bare.startsWith(`${name}=`) ? bare.slice(name.length + 1) : "";
  return { text, separator: "," };
}

/** `R=100&G=200`: the members are parameters themselves. */
function spreadObject(spec: ParameterSpec, { pairs, names }: Query): Nested | undefined {
  const own = new Set(memberNames(spec.schema));
  const takesOthers = isOpen(spec.schema);
  const found = leaf([]);
  for (const { name, encoded } of pairs) {
    const isOthers = names.has(name) || names.has(piecesOf(name)[0] ?? name);
    if (own.has(name) || (takesOthers && !isOthers)) {
      nest(found, [name], decode(encoded), maxDepth);
    }
  }
  return found.members.size === 0 ? undefined : found;
}

/** `filter[state]=done&filter[tag]=a&filter[tag]=b`, of any depth. */
function deepObject(spec: ParameterSpec, pairs: readonly Pair[]): Nested | undefined {
  const found = leaf([]);
  for (const { name, encoded } of pairs) {
    const [first, ...rest] = piecesOf(name);
    if (first === spec.name) nest(found, rest, decode(encoded), maxDepth);
  }
  return found.members.size === 0 && found.texts.length === 0 ? undefined : found;
}

/** Values that come one by one or joined; no value can contain the delimiter, so it may be encoded. */
function separated(given: readonly string[], delimiter: string): readonly string[] {
  return given.flatMap((encoded) => decode(encoded).split(delimiter)).filter((text) => text !== "");
}

/** The encoded values of a list in one text. */
function listed({ style = "", schema, kind }: ParameterSpec, encoded: string): readonly string[] {
  if (encoded === "") return [];
  const separator = separators[style];
  if (separator !== undefined) return encoded.replaceAll("+", " ").split(encodedAs(separator));
  // An encoded comma belongs to a text. Numbers have no commas, so in a list of numbers it
  // separates: some clients encode the whole list.
  const isText = kind !== "array" || typeof coerce(itemsOf(schema), leaf(["0"])) === "string";
  return encoded.split(isText ? "," : /,|%2C/i);
}

function encodedAs(separator: string): RegExp {
  return separator === " " ? / |%20/ : /\||%7C/i;
}

/** `name,value,name,value` as members. */
function paired(texts: readonly string[]): Nested {
  const found = leaf([]);
  for (let i = 0; i < texts.length; i += 2) {
    nest(found, [texts[i] ?? ""], texts[i + 1] ?? "", maxDepth);
  }
  return found;
}

function split(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}
