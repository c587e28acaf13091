const octet = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
// Day 29 and above are left to months that always have them, so that every text is a date.
const date =
  "[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))";
const time = "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,6})?";
const zone = "(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])";
const label = "[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?";

/**
 * What is written for the formats of JSON Schema (Validation §7.3): for each a part of what the format allows, in which
 * every text is valid.
 */
export const formatPatterns: ReadonlyMap<string, string> = new Map([
  ["date", date],
  ["time", time + zone],
  ["date-time", `${date}T${time}${zone}`],
  ["duration", "P([0-9]{1,4}D|[0-9]{1,4}W|T[0-9]{1,4}[HMS])"],
  [
    "email",
    `[A-Za-z0-9_+-]{1,32}(\\.[A-Za-z0-9_+-]{1,16}){0,2}@${label}(\\.${label}){0,2}\\.[a-z]{2,8}`,
  ],
  ["hostname", `${label}(\\.${label}){0,3}`],
  ["ipv4", `${octet}(\\.${octet}){3}`],
  ["ipv6", "[0-9a-f]{1,4}(:[0-9a-f]{1,4}){7}"],
  ["uuid", "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"],
  ["uri", `https?://${label}(\\.${label}){0,3}(/[A-Za-z0-9._~-]{1,32}){0,6}/?`],
]);
