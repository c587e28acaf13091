/**
 * A moment as whole microseconds since 1970-01-01T00:00:00Z, the precision of requests and of the
 * store. Every moment that they can hold is exact as a number.
 */
export type Instant = number;

const pattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?\s?([Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

const microsecondsPerMs = 1000;
const microsecondsPerSecond = 1_000_000;
const msPerSecond = 1000;
const msPerMinute = 60_000;

/** The first and the last moment that a date-time column can hold: 1970 to 2105. */
export const firstInstant: Instant = 0;
export const lastInstant: Instant = Date.UTC(2106, 0, 1) * microsecondsPerMs - 1;

/**
 * Reads an ISO date or date-time from the year 100 on. Without an offset it is UTC; digits beyond
 * microseconds are cut. `undefined` for any other text, and for a day or an hour that does not
 * exist.
 */
export function parseInstant(text: string): Instant | undefined {
  const known = inLastMinute(text);
  if (known !== undefined) return known;
  const match = pattern.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "", zone] = match;
  const [y, mo, d, h, mi] = [
    Number(year),
    Number(month),
    Number(day),
    Number(hour),
    Number(minute),
  ];
  const isTime = h < 24 && mi < 60 && Number(second) < 60;
  if (y < 100 || mo < 1 || mo > 12 || d < 1 || d > daysIn(y, mo) || !isTime) return undefined;
  const offset = offsetMinutes(zone);
  if (offset === undefined) return undefined;
  const minuteMs = Date.UTC(y, mo - 1, d, h, mi);
  if (zone === "Z" && match[6] !== undefined)
    lastMinute = { text: text.slice(0, secondsAt), ms: minuteMs };
  const ms = minuteMs + Number(second) * msPerSecond - offset * msPerMinute;
  return ms * microsecondsPerMs + Number(fraction.slice(0, 6).padEnd(6, "0"));
}

/**
 * The minute of a text in UTC that was read before. Most texts of a batch share it, and then only
 * the rest is read.
 */
let lastMinute = { text: "no text begins so", ms: 0 };
/** Where the seconds begin: `2026-01-31T23:59:` is before them. */
const secondsAt = 17;

/** Reads a text like `2026-01-31T23:59:59.000001Z` of that minute; `undefined` for any other. */
function inLastMinute(text: string): Instant | undefined {
  if (!text.startsWith(lastMinute.text)) return undefined;
  const [tens, ones] = [digitAt(text, secondsAt), digitAt(text, secondsAt + 1)];
  if (tens > 5 || ones > 9) return undefined;
  let [at, micros] = [secondsAt + 2, 0];
  if (text[at] === ".") {
    at += 1;
    let unit = 100_000;
    for (let digit = digitAt(text, at); digit <= 9; digit = digitAt(text, (at += 1))) {
      micros += digit * Math.floor(unit);
      unit /= 10;
    }
    if (unit === 100_000) return undefined;
  }
  if (text[at] !== "Z" || at + 1 !== text.length) return undefined;
  return (lastMinute.ms + (tens * 10 + ones) * msPerSecond) * microsecondsPerMs + micros;
}

/** The digit at a place; above 9 if there is none. */
function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 0x30;
  return digit >= 0 ? digit : Number.POSITIVE_INFINITY;
}

/** The moment that many seconds after 1970 began; they may have a fraction. */
export function instantOfSeconds(seconds: number): Instant {
  return Math.round(seconds * 1_000_000);
}

/** The text of a moment in a date-time column: `2026-01-31 23:59:59.000001`. */
export function columnText(instant: Instant): string {
  const second = Math.floor(instant / microsecondsPerSecond);
  if (second !== lastSecond.second) {
    const iso = new Date(second * msPerSecond).toISOString();
    lastSecond = { second, text: `${iso.slice(0, 10)} ${iso.slice(11, 19)}.` };
  }
  return lastSecond.text + String(instant - second * microsecondsPerSecond).padStart(6, "0");
}

/** The second that was written last, which most moments of a batch share. */
let lastSecond = { second: Number.NaN, text: "" };

/**
 * The text of a moment in an answer, from its text in a column: UTC, with microseconds only if they
 * are not zero.
 */
export function wireText(column: string): string {
  const end = column.endsWith(".000000") ? column.length - 7 : column.length;
  return `${column.slice(0, 10)}T${column.slice(11, end)}Z`;
}

/** The text of a moment in an answer. */
export function timeText(instant: Instant): string {
  return wireText(columnText(instant));
}

/** Reads a moment from its text in a column. */
export function instantOfColumn(column: string): Instant {
  const seconds = Date.parse(`${column.slice(0, 10)}T${column.slice(11, 19)}Z`);
  return seconds * microsecondsPerMs + Number(column.slice(20));
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

function offsetMinutes(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === "Z" || zone === "z") return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(":", "") || 0);
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
