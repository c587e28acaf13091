import { mapTypes } from "./feedback-record.ts";

/** How a member of feedback is stored, and how answers show it. */
export type MemberKind =
  | "project"
  | "text"
  /** '' stands for null. */
  | "optional"
  | "nullable"
  | "moment"
  | "payload"
  | "list"
  | "map";

/** All members of feedback, in the order of answers. */
export const members: ReadonlyMap<string, MemberKind> = new Map<string, MemberKind>([
  ["id", "text"],
  ["project_id", "project"],
  ["weave_ref", "text"],
  ["wb_user_id", "text"],
  ["creator", "nullable"],
  ["created_at", "moment"],
  ["feedback_type", "text"],
  ["payload", "payload"],
  ["annotation_ref", "optional"],
  ["runnable_ref", "optional"],
  ["call_ref", "optional"],
  ["trigger_ref", "optional"],
  ["queue_id", "optional"],
  ["scorer_tags", "list"],
  ["scorer_tag_reasons", "map"],
  ["scorer_tag_confidences", "map"],
  ["scorer_ratings", "map"],
  ["scorer_rating_reasons", "map"],
  ["scorer_rating_confidences", "map"],
  ["span_agent_name", "text"],
  ["span_agent_version", "text"],
  ["span_status_code", "text"],
  ["span_conversation_id", "text"],
  ["span_trace_id", "text"],
  ["scorer_trace_id", "text"],
]);

/**
 * The JSON of the empty value of each member that the first SDKs with feedback do not know. They
 * refuse a row with an unknown member, so rows leave these out while they are empty.
 */
export const emptyTexts: ReadonlyMap<string, string> = new Map([
  ["queue_id", "null"],
  ["scorer_tags", "[]"],
  ["scorer_tag_reasons", "{}"],
  ["scorer_tag_confidences", "{}"],
  ["scorer_ratings", "{}"],
  ["scorer_rating_reasons", "{}"],
  ["scorer_rating_confidences", "{}"],
  ["span_agent_name", '""'],
  ["span_agent_version", '""'],
  ["span_status_code", '"UNSET"'],
  ["span_conversation_id", '""'],
  ["span_trace_id", '""'],
  ["scorer_trace_id", '""'],
]);

/** One entry of a map of feedback, such as `scorer_ratings.politeness`. */
export interface MapEntry {
  readonly map: keyof typeof mapTypes;
  readonly name: string;
  readonly type: "string" | "number";
}

/** Reads the path of an entry of a map; undefined for another path. */
export function mapEntryOf(path: string): MapEntry | undefined {
  const dot = path.indexOf(".");
  const map = path.slice(0, Math.max(dot, 0));
  if (!Object.hasOwn(mapTypes, map)) return undefined;
  const known = map as keyof typeof mapTypes;
  return { map: known, name: path.slice(dot + 1), type: mapTypes[known] };
}

/** Whether a path leads into the payload, or is the payload. */
export function isPayloadPath(path: string): boolean {
  return path === "payload" || path.startsWith("payload.");
}
