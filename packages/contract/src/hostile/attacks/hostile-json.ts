import { gzipSync } from "node:zlib";

/** Bodies below the limit of bytes, each of which costs whoever reads it more than it shows. */

/** A query of so many operands, each with one of its own. */
export function operands(project: string, count: number): string {
  const list = repeated('{"$not":[{"$literal":1}]}', count);
  return `{"project_id":"${project}","query":{"$expr":{"$and":[${list}]}}}`;
}

/** A question with a member that nobody knows, which has this value. */
export function withExtra(project: string, value: string): string {
  return `{"project_id":"${project}","extra":${value}}`;
}

/** A list of the same entry, again and again. */
export function listOf(entry: string, count: number): string {
  return `[${repeated(entry, count)}]`;
}

/** Lists within lists. */
export function nested(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

/** An object of so many members, each with its own name. */
export function manyMembers(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"k${index}":0`).join(",")}}`;
}

/** An object of so many members that all have one name. */
export function oneNameAgain(count: number): string {
  return `{${repeated('"k":0', count)}}`;
}

/** A few kilobytes that inflate to a body of so many bytes. */
export function inflating(project: string, bytes: number): Uint8Array {
  const frame = withExtra(project, '""').length;
  return gzipSync(withExtra(project, `"${" ".repeat(bytes - frame)}"`));
}

function repeated(text: string, count: number): string {
  return count === 0 ? "" : `${`${text},`.repeat(count - 1)}${text}`;
}
