/** What the engine escapes in strings. */
// oxlint-disable-next-line no-control-regex -- JSON forbids raw control characters in strings.
const escaped = /["\\\u0000-\u001f\u2028\u2029]/g;
const shortEscapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/** A text as a JSON string, spelt as the JSON functions of the trace engine print it. */
export function engineString(text: string): string {
  const own = text.toWellFormed().replace(escaped, (character) => {
    const unit = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    return shortEscapes[character] ?? `\\u${unit}`;
  });
  return `"${own}"`;
}
