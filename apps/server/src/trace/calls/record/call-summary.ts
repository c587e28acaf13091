import { json, serialise } from "@heddle/server-kit";
import type { Trace } from "@heddle/types";
import { instantOfColumn } from "../../instant.ts";
import type { CallStatus } from "./part.ts";
import { jsonMembers, jsonObject, type MemberText } from "./json-members.ts";
import { traceName } from "./trace-name.ts";

/** The facts of a call for its derived summary. */
export interface SummaryFacts {
  readonly status: CallStatus;
  /** In the format of the columns. */
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly display_name: string;
  readonly op_name: string;
}

/** Members of `summary.weave` that the server always derives. */
const derived: ReadonlySet<string> = new Set([
  "status",
  "latency_ms",
  "display_name",
  "trace_name",
]);
/** A text without these has no member `weave`: letters can only be escaped as `\u00…`. */
const spellings = ['"weave"', "\\u00"];

/**
 * The summary in an answer: the client's members as sent and in their order, then `weave` with the
 * members that the server derives at each read.
 */
export class AnsweredSummary {
  readonly weave: Trace.DerivedSummary;
  readonly #reported: string;

  /**
   * `reported` is the client's text; empty if there is none. `feedback` is absent if the answer shows
   * none.
   */
  constructor(reported: string, facts: SummaryFacts, feedback?: readonly Trace.CallFeedback[]) {
    this.#reported = reported;
    this.weave = { ...derivedSummary(facts), ...(feedback && { feedback: [...feedback] }) };
  }

  /** For `serialise`: joins the texts without parsing them. */
  toJSON(): unknown {
    return json(withWeave(this.#reported, serialise(this.weave)));
  }
}

function derivedSummary(facts: SummaryFacts): Trace.DerivedSummary {
  const { status, started_at, ended_at, display_name, op_name } = facts;
  const name = display_name === "" ? { trace_name: traceName(op_name) } : { display_name };
  if (ended_at === null) return { status, ...name };
  const latencyUs = instantOfColumn(ended_at) - instantOfColumn(started_at);
  return { status, latency_ms: Math.trunc(latencyUs / 1000), ...name };
}

function withWeave(reported: string, weave: string): string {
  if (reported === "") return `{"weave":${weave}}`;
  if (!spellings.some((spelling) => reported.includes(spelling))) {
    return appended(reported, `"weave":${weave}`);
  }
  const members = jsonMembers(reported);
  const own = members.filter(({ key }) => key === "weave").at(-1);
  const others = members.filter(({ key }) => key !== "weave");
  return jsonObject([...others, { name: '"weave"', value: merged(own, weave) }]);
}

/** The client's other members of `weave`, then the derived ones. */
function merged(own: MemberText | undefined, weave: string): string {
  if (!own?.value.startsWith("{")) return weave;
  const ours = jsonMembers(weave);
  const taken = new Set(ours.map(({ key }) => key));
  const kept = jsonMembers(own.value).filter(({ key }) => !derived.has(key) && !taken.has(key));
  return jsonObject([...kept, ...ours]);
}

/** The text of an object with one more member at its end. */
function appended(object: string, member: string): string {
  const end = object.lastIndexOf("}");
  const head = object.slice(0, end).trimEnd();
  return `${head}${head.endsWith("{") ? "" : ","}${member}}`;
}
