import { gzipSync } from "node:zlib";

/** Bodies below the limit of bytes that cost their reader more than their size suggests. */

/** A query of `count` operands, each with an operand of its own. */
export function operands(project: string, count: number): string {
  const list = repeated('{"$not":[{"$literal":1}]}', count);
  return `{"project_id":"${project}","query":{"$expr":{"$and":[${list}]}}}`;
}

/** A query with an unknown member that has this value. */
export function withExtra(project: string, value: string): string {
  return `{"project_id":"${project}","extra":${value}}`;
}

/** A list that repeats one entry. */
export function listOf(entry: string, count: number): string {
  return `[${repeated(entry, count)}]`;
}

/** Lists within lists. */
export function nested(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

/** An object of `count` members, each with its own name. */
export function manyMembers(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(",")}}`;
}

/** An object of `count` members that all have one name. */
export function oneNameAgain(count: number): string {
  return `{${repeated('"k":0', count)}}`;
}

/** A few kilobytes that inflate to a body of `bytes` bytes. */
export function inflating(project: string, bytes: number): Uint8Array {
  const frame = withExtra(project, '""').length;
  return gzipSync(withExtra(project, `"${" ".repeat(bytes - frame)}"`));
}

function repeated(text: string, count: number): string {
  return count === 0 ? "" : `${`${text},`.repeat(count - 1)}${text}`;
}
