import { InvalidInput } from "../../../refusals/refusal.ts";
import {
  firstInstant,
  type Instant,
  instantOfSeconds,
  lastInstant,
  parseInstant,
} from "../../instant.ts";

/**
 * A moment from a request: a text, or seconds since 1970.
 *
 * @throws InvalidInput if it does not exist, or a column cannot hold it.
 */
export function moment(value: string | number, member: string): Instant {
  const instant = typeof value === "number" ? instantOfSeconds(value) : parseInstant(value);
  if (instant === undefined) {
    throw new InvalidInput(
      `${member} names a moment that does not exist. Send a date-time of RFC 3339.`,
    );
  }
  if (instant < firstInstant || instant > lastInstant) {
    throw new InvalidInput(
      `${member} is outside the years 1970 to 2105. Send a date-time within them.`,
    );
  }
  return instant;
}
