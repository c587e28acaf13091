import { isObject } from "./is-object.ts";
import { memberOf } from "./spot.ts";
import type { Sources } from "./sources.ts";
import type { Spot } from "./spot.ts";

/** The versions of OpenAPI that this program reads. */
export type OpenApiVersion = "3.0" | "3.1";

/**
 * The version of a document, after a check of the members that the version requires.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#openapi-object
 * Throws `SpecError` for other versions and for values that are not a document.
 */
export function checkVersion(entry: Spot, sources: Sources): OpenApiVersion {
  if (!isObject(entry.value)) throw sources.fault(entry, "is not an object; a document goes here");
  const version = versionOf(entry, sources);
  const info = memberOf(entry, "info");
  if (info === undefined) throw sources.fault(entry, "info is missing; give a title and a version");
  if (!isObject(info.value)) throw sources.fault(info, "is not an object with title and version");
  const paths = memberOf(entry, "paths");
  if (paths !== undefined && !isObject(paths.value)) {
    throw sources.fault(paths, "is not an object of path items");
  }
  // A document of 3.1 may have only webhooks or components.
  const others = ["webhooks", "components"].some((name) => memberOf(entry, name) !== undefined);
  if (paths === undefined && !(version === "3.1" && others)) {
    throw sources.fault(entry, "paths is missing; write `paths: {}` if there are none");
  }
  return version;
}

function versionOf(entry: Spot, sources: Sources): OpenApiVersion {
  const swagger = memberOf(entry, "swagger");
  if (swagger !== undefined) {
    const found = `is Swagger ${String(swagger.value)}, an older format`;
    throw sources.fault(swagger, `${found}; convert the document to OpenAPI 3.1 first`);
  }
  const openapi = memberOf(entry, "openapi");
  if (openapi === undefined) {
    throw sources.fault(entry, "has no `openapi` member, so it is not an OpenAPI document");
  }
  const { value } = openapi;
  if (typeof value !== "string") {
    throw sources.fault(openapi, `is not text; write "3.1.1", in quotes and with three numbers`);
  }
  const found = /^(3\.[01])\.\d+(?:-.+)?$/.exec(value)?.[1];
  if (found === "3.0" || found === "3.1") return found;
  throw sources.fault(openapi, `is ${JSON.stringify(value)}; versions 3.1 and 3.0 can be read`);
}
