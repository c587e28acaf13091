/** The items of a stream that was read to its end, and the faults of its framing. */
export interface StreamItems {
  readonly items: readonly string[];
  readonly faults: readonly string[];
}

/** JSON lines: every line is an item and ends. */
export function jsonlItems(text: string): StreamItems {
  const lines = text.split("\n");
  const rest = lines.pop() ?? "";
  return { items: lines, faults: rest === "" ? [] : ["the last line of the stream is cut off"] };
}

/**
 * The data of every event but the closing one, by the rules of `text/event-stream`.
 *
 * Written from the standard: it judges the kit's and the client's readers, so it shares no code
 * with them.
 */
export function eventItems(text: string, end: string | undefined): StreamItems {
  const blocks = text.replaceAll("\r\n", "\n").split("\n\n");
  const rest = blocks.pop() ?? "";
  const data = blocks
    .map((block) =>
      block
        .split("\n")
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice("data:".length).replace(/^ /, ""))
        .join("\n"),
    )
    .filter((one) => one !== "");
  const faults = rest === "" ? [] : ["the last event of the stream is cut off"];
  if (end === undefined) return { items: data, faults };
  const closed = data.at(-1) === end;
  return {
    items: closed ? data.slice(0, -1) : data,
    faults: closed ? faults : [...faults, `the stream does not end with ${end}`],
  };
}
