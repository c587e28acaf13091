const octet = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
// Day 29 and above are left to months that always have them, so that every text is a date.
const date =
  "[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))";
const time = "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?";
const zone = "(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])";
const label = "[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?";

const email = `[A-Za-z0-9_+-]{1,32}(\\.[A-Za-z0-9_+-]{1,16}){0,2}@${label}(\\.${label}){0,2}\\.[a-z]{2,8}`;
const hostname = `${label}(\\.${label}){0,3}`;
const ipv4 = `${octet}(\\.${octet}){3}`;
const ipv6 = "[0-9a-f]{1,4}(:[0-9a-f]{1,4}){7}";
const uri = `https?://${label}(\\.${label}){0,3}(/[A-Za-z0-9._~-]{1,32}){0,6}/?`;

const base64 = "([A-Za-z0-9+/]{4}){0,64}([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?";

/** @param version what may stand for the version digit (RFC 9562 §4.2); then the variant is that of the RFC */
function uuid(version: string): string {
  const variant = version.length === 1 ? "[89ab]" : "[0-9a-f]";
  return `[0-9a-f]{8}-[0-9a-f]{4}-${version}[0-9a-f]{3}-${variant}[0-9a-f]{3}-[0-9a-f]{12}`;
}

/**
 * What is written for the formats of JSON Schema (Validation §7.3): for each a part of what the format allows, in which
 * every text is valid.
 */
export const formatPatterns: ReadonlyMap<string, string> = new Map([
  ["date", date],
  ["time", time + zone],
  ["date-time", `${date}T${time}${zone}`],
  ["duration", "P([0-9]{1,4}D|[0-9]{1,4}W|T[0-9]{1,4}[HMS])"],
  ["email", email],
  ["idn-email", email],
  ["hostname", hostname],
  ["idn-hostname", hostname],
  ["ipv4", ipv4],
  ["ipv6", ipv6],
  ["uuid", uuid("[0-9a-f]")],
  ["uri", uri],
  ["uri-reference", uri],
  ["iri", uri],
  ["iri-reference", uri],
  ["uri-template", uri],
  ["json-pointer", "(/[A-Za-z0-9_-]{1,32}){0,8}"],
  ["relative-json-pointer", "[0-9](/[A-Za-z0-9_-]{1,32}){0,8}"],
  ["regex", "[A-Za-z0-9 _@/-]{0,64}"],
  // Of OpenAPI, Pydantic and Zod.
  ["byte", base64],
  ["base64", base64],
  ["url", uri],
  ["uuid1", uuid("1")],
  ["uuid3", uuid("3")],
  ["uuid4", uuid("4")],
  ["uuid5", uuid("5")],
  ["uuid7", uuid("7")],
  ["ipvanyaddress", `(${ipv4}|${ipv6})`],
  ["ipvanyinterface", `(${ipv4}|${ipv6})`],
  ["ipvanynetwork", `(${ipv4}|${ipv6})`],
  ["ipv4interface", ipv4],
  ["ipv4network", ipv4],
  ["ipv6interface", ipv6],
  ["ipv6network", ipv6],
]);

/** Formats of OpenAPI and Pydantic that any string has, or that only say how it is shown. */
export const unassertedFormats: ReadonlySet<string> = new Set([
  "binary",
  "password",
  "path",
  "file-path",
  "directory-path",
  "textarea",
  "markdown",
  "multiline",
  "text",
  "string",
  "html",
]);
