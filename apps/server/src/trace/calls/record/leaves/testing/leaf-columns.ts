import { scanText } from "../compact-text.ts";
import { separator } from "../leaf-bounds.ts";
import { callFacts, payloadFacts, type RootName } from "../payload-facts.ts";
import { type Path, pointerOf } from "./payload-values.ts";

/** The columns of one payload. */
export interface LeafColumns {
  readonly leaves: string;
  readonly cut: string;
  readonly readable: string | undefined;
}

/** The columns of a payload with this text. */
export function columnsOf(text: string, root: RootName = "inputs"): LeafColumns {
  const compact = scanText(text);
  const facts = payloadFacts(root, compact, JSON.parse(compact.text));
  const row = JSON.parse(`{"":0${facts.columns}${callFacts(facts, root === "summary")}}`) as Record<
    string,
    unknown
  >;
  const readable = row["readable"] as Record<string, string> | undefined;
  return {
    leaves: row[`${root}_leaves`] as string,
    cut: row["cut"] as string,
    readable: readable?.[root],
  };
}

/** What queries read in the columns: a tagged value, "missing" or "unknown". */
export function readingOf({ leaves, cut }: LeafColumns, path: Path): string {
  const pointer = pointerOf(path);
  const isNameable = !pointer.includes(separator);
  const before = `${separator}${pointer}${separator}`;
  const at = leaves.indexOf(before);
  if (isNameable && at !== -1) {
    const from = at + before.length;
    return leaves.slice(from, leaves.indexOf(separator, from));
  }
  const isContainer =
    leaves.includes(`${separator}${pointer}/`) || cut.includes(`${separator}inputs${pointer}/`);
  if (isNameable && isContainer) return "unknown";
  for (let length = 0; length <= path.length; length += 1) {
    const around = pointerOf(path.slice(0, length));
    if (around.includes(separator)) break;
    if (cut.includes(`${separator}inputs${around}${separator}`)) return "unknown";
  }
  return "missing";
}
