/** The largest width of a line in an example. */
const width = 100;

/** JSON as a person would break it: a value that fits on one line stays on one line. */
export function jsonText(value: unknown): string {
  return write(value, "", JSON.stringify);
}

/** The same as a TypeScript literal, which quotes a member only if necessary. */
export function literalText(value: unknown): string {
  return write(value, "", (name) =>
    /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name),
  );
}

/** Text as it is; bytes, which a page cannot show, in hexadecimal. */
export function shownText(text: string): string {
  if (text === "") return "(empty)";
  if (!/[^\P{Cc}\t\r\n]/u.test(text)) return text;
  const bytes = Array.from(new TextEncoder().encode(text), (byte) =>
    byte.toString(16).padStart(2, "0"),
  );
  return bytes.join(" ").replaceAll(/((?:\w\w ){15}\w\w) /g, "$1\n");
}

function write(value: unknown, indent: string, nameOf: (name: string) => string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const line = oneLine(value, nameOf);
  if (indent.length + line.length <= width) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  const members = Array.isArray(value)
    ? value.map((item) => inner + write(item, inner, nameOf))
    : Object.entries(value).map(
        ([name, member]) => `${inner}${nameOf(name)}: ${write(member, inner, nameOf)}`,
      );
  return `${open}\n${members.join(",\n")}\n${indent}${close}`;
}

function oneLine(value: unknown, nameOf: (name: string) => string): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map((item) => oneLine(item, nameOf)).join(", ")}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${nameOf(name)}: ${oneLine(member, nameOf)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
