/**
 * Parameter styles that few documents use. A generated method imports the one that it needs, so
 * that programs without such a method do not load them.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#style-examples
 */
import {
  defaultPathSerializer,
  serializeArrayParam,
  serializeObjectParam,
  serializePrimitiveParam,
} from "openapi-fetch";
import { plain } from "../url.ts";
import type { PathStyle, QueryStyle } from "../url.ts";

/** `list=1,2`, or for an object `name=key,value,key,value`: `form` without `explode`. */
export const commaDelimited: QueryStyle = delimited("form");

/** `list=1%202`. */
export const spaceDelimited: QueryStyle = delimited("spaceDelimited");

/** `list=1|2`. */
export const pipeDelimited: QueryStyle = delimited("pipeDelimited");

/** `filter[status]=done&filter[since][gt]=1`. */
export const deepObject: QueryStyle = (name, value) => {
  const given = plain(value);
  if (Array.isArray(given)) return joined(given.map((item) => deepObject(name, item)));
  if (typeof given !== "object" || given === null) return primitive(name, given);
  return joined(
    Object.entries(given).map(([key, item]) =>
      deepObject(`${name}[${encodeURIComponent(key)}]`, item),
    ),
  );
};

/** `filter={"status":"done"}`: a parameter that has `content` instead of a schema. */
export const jsonText: QueryStyle = (name, value) =>
  value === undefined ? "" : primitive(name, JSON.stringify(value));

/** Paths with `label` and `matrix` parameters, in the notation of URI templates: `{.id}`, `{;id*}`. */
export const templatePath: PathStyle = (path, parameters) =>
  defaultPathSerializer(path, plain(parameters) as Record<string, unknown>);

type Delimited = "form" | "spaceDelimited" | "pipeDelimited";

function delimited(style: Delimited): QueryStyle {
  return (name, value) => {
    const given = plain(value);
    if (typeof given !== "object" || given === null) return primitive(name, given);
    if (Array.isArray(given)) {
      return given.length === 0 ? "" : serializeArrayParam(name, given, { style, explode: false });
    }
    const members = Object.entries(given).map(([key, item]) => [encodeURIComponent(key), item]);
    return serializeObjectParam(name, Object.fromEntries(members), {
      style: "form",
      explode: false,
    });
  };
}

function primitive(name: string, value: unknown): string {
  return serializePrimitiveParam(name, value as string);
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("&");
}
