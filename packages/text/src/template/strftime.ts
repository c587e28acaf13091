const days = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");
const months =
  "January February March April May June July August September October November December".split(
    " ",
  );

/**
 * Python's `strftime` in the C locale, in local time, for the directives that templates use.
 *
 * @throws Error for another directive
 */
export function strftime(time: Date, format: string): string {
  return format.replace(/%(-?)(.)/g, (whole, dash: string, directive: string) => {
    const text = directiveOf(time, directive);
    if (text === null) throw new Error(`strftime_now does not know ${whole}`);
    return dash === "" ? text : text.replace(/^0+(?=\d)/, "");
  });
}

function directiveOf(time: Date, directive: string): string | null {
  switch (directive) {
    case "Y":
      return String(time.getFullYear());
    case "y":
      return two(time.getFullYear() % 100);
    case "m":
      return two(time.getMonth() + 1);
    case "B":
      return months[time.getMonth()] ?? null;
    case "b":
    case "h":
      return months[time.getMonth()]?.slice(0, 3) ?? null;
    case "d":
      return two(time.getDate());
    case "e":
      return String(time.getDate()).padStart(2);
    case "j":
      return String(dayOfYear(time)).padStart(3, "0");
    case "A":
      return days[time.getDay()] ?? null;
    case "a":
      return days[time.getDay()]?.slice(0, 3) ?? null;
    case "H":
      return two(time.getHours());
    case "I":
      return two(time.getHours() % 12 || 12);
    case "p":
      return time.getHours() < 12 ? "AM" : "PM";
    case "M":
      return two(time.getMinutes());
    case "S":
      return two(time.getSeconds());
    case "F":
      return strftime(time, "%Y-%m-%d");
    case "T":
      return strftime(time, "%H:%M:%S");
    case "%":
      return "%";
    default:
      return null;
  }
}

function dayOfYear(time: Date): number {
  const day = Date.UTC(time.getFullYear(), time.getMonth(), time.getDate());
  return Math.round((day - Date.UTC(time.getFullYear(), 0, 0)) / 86_400_000);
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
