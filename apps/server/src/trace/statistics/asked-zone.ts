import { InvalidInput } from "../../refusals/refusal.ts";
import { TimeZone } from "./time-zone.ts";

/** The time zone of a request. @throws InvalidInput for an unknown name. */
export function askedZone(name: string): TimeZone {
  const zone = TimeZone.named(name);
  if (zone) return zone;
  throw new InvalidInput(
    `timezone is ${JSON.stringify(name.slice(0, 100))}, which is no known time zone. ` +
      'Send an IANA name such as "Europe/Berlin".',
  );
}
