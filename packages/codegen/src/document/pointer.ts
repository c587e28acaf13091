/**
 * JSON pointers: errors use them to name places, and references to name targets.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6901
 */

/** Appends members to a pointer: `at("#/paths", "/call/start")` is `#/paths/~1call~1start`. */
export function at(pointer: string, ...members: readonly (string | number)[]): string {
  let path = pointer;
  for (const member of members) path += `/${escape(String(member))}`;
  return path;
}

/** The members that a pointer names, in order; it may start with `#`. */
export function members(pointer: string): string[] {
  const text = pointer.startsWith("#") ? decodeURIComponent(pointer.slice(1)) : pointer;
  return text.split("/").slice(1).map(unescape);
}

/** Also escapes `%`, because a pointer after `#` is percent-encoded. */
function escape(member: string): string {
  if (!/[~/%]/.test(member)) return member;
  return member.replaceAll("~", "~0").replaceAll("/", "~1").replaceAll("%", "%25");
}

function unescape(member: string): string {
  return member.replaceAll("~1", "/").replaceAll("~0", "~");
}
