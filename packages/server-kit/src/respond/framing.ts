/** Headers of a stream of events: caches and proxies must not store, compress or buffer it. */
export const eventStreamHeaders: Readonly<Record<string, string>> = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-cache, no-transform",
  "X-Accel-Buffering": "no",
};

/** A comment in a stream of events; every reader ignores it. */
export const keepAlive = ": keep-alive\n\n";

/**
 * One line of JSON lines.
 *
 * Stored texts may have been sent over several lines, and some readers (Python's `splitlines`,
 * which HTTP libraries use) take U+0085, U+2028 and U+2029 for line ends: blanks and escapes mean
 * the same JSON.
 */
export function jsonLine(text: string): string {
  return `${oneLine(text)}\n`;
}

/** One server-sent event. */
export function event(text: string): string {
  return `data: ${oneLine(text)}\n\n`;
}

function oneLine(text: string): string {
  // Several searches for one character each are quicker than one expression for all of them.
  if (!lineEnds.some((end) => text.includes(end))) return text;
  return text
    .replace(/[\r\n]/g, " ")
    .replace(/[\u0085\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const lineEnds = ["\n", "\r", "\u0085", "\u2028", "\u2029"];
