import type { CompactText } from "./compact-text.ts";
import { separator } from "./leaf-bounds.ts";
import { LeafWalk } from "./leaf-walk.ts";
import { isOdd, readPayload } from "./read-payload.ts";
import { Survey } from "./survey.ts";
import { noUsage, usageMembers, usageOf } from "./usage.ts";

/** A payload that queries look into. */
export type RootName = "inputs" | "attributes" | "output" | "summary";

/** What columns hold about one payload, so that queries need not read it. */
export interface PayloadFacts {
  /** Its own columns, as further members of a JSON object. */
  readonly columns: string;
  /** Its entries of `cut`, as a part of a JSON string: each ends with a separator. */
  readonly cut: string;
  /** Its member of `readable`; mostly empty. */
  readonly readable: string;
}

/** Nobody asks for the facts that the client library adds, and they would fill the leaves. */
const skipped: Readonly<Partial<Record<RootName, string>>> = { attributes: "weave" };

/** The facts of a payload; `value` is what `JSON.parse` makes of its text. */
export function payloadFacts(root: RootName, compact: CompactText, value: unknown): PayloadFacts {
  let walk = new LeafWalk(value, skipped[root]);
  let readable = "";
  // The walk has seen most payloads whole, so that most need no second one.
  const survey = walk.isWhole ? walk.survey : surveyOf(value);
  if (isOdd(compact, survey)) {
    const read = readPayload(compact, survey);
    walk = new LeafWalk(read.value, skipped[root]);
    if (read.readable !== undefined) readable = `"${root}":${JSON.stringify(read.readable)}`;
  }
  const { leaves, mustEscape } = walk;
  const between = separator + root;
  // Joined, since a text that grows is made of many objects while it waits to be stored.
  const cut = walk.cut.length === 0 ? "" : [root, walk.cut.join(between), separator].join("");
  const usage = root === "summary" ? usageMembers(usageOf(value)) : "";
  return {
    columns: `,"${root}_leaves":${mustEscape ? JSON.stringify(leaves) : `"${leaves}"`}${usage}`,
    cut: mustEscape ? JSON.stringify(cut).slice(1, -1) : cut,
    readable,
  };
}

function surveyOf(value: unknown): Survey {
  const survey = new Survey();
  survey.visit(value);
  return survey;
}

/** The facts of several payloads as those of one. */
export function joinedFacts(payloads: Iterable<PayloadFacts>): PayloadFacts {
  const columns: string[] = [];
  const cut: string[] = [];
  const readable: string[] = [];
  for (const facts of payloads) {
    columns.push(facts.columns);
    cut.push(facts.cut);
    if (facts.readable !== "") readable.push(facts.readable);
  }
  return { columns: columns.join(""), cut: cut.join(""), readable: readable.join(",") };
}

/**
 * The columns that follow from all payloads of a call, as further members of a JSON object. They are
 * never left out, because the engine does not compute their defaults at an insert.
 */
export function callFacts(
  { cut, readable }: Pick<PayloadFacts, "cut" | "readable">,
  hasSummary: boolean,
): string {
  const usage = hasSummary ? "" : noUsage;
  const text = `${usage},"cut":"${cut === "" ? "" : separator}${cut}"`;
  return readable === "" ? text : `${text},"readable":{${readable}}`;
}
